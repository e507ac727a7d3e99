# A transaction begins while what its id's last one was refused is still on its way to the answers.
s/\(beat_i\.op == DepCommit \|\| begins\)/(beat_i.op == DepCommit)/
