# What a warp does that runs on without lanes counts as the kernel's.
s/core_.validated(warp, w.lost ? lanes : 0, now)/core_.validated(warp, 0, now)/
