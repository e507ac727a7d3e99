# The limit falls below a lane.
s/std::max(warp.started \/ 2, 1U)/warp.started \/ 2/
