# An abort goes before the pass that it has to restore as well.
s/walk_i.kind == WalkRestore/walk_i.kind != WalkRelease/
