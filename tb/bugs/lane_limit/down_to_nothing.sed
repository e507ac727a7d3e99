# The limit falls below a lane.
s/std::max(limit_ \/ 2, 1U)/limit_ \/ 2/
