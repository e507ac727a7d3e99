# A lane for which the tables are too small tries again and again.
s/if (warp.no_room \&\& warp.started == 1)/if (false)/
