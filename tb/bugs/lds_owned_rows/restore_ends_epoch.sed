# A restore ends its wavefront's epoch, too: its other lanes lose their rows.
s/\.end_i             \(release_epoch && named\)/.end_i             (walk_i \&\& named)/
