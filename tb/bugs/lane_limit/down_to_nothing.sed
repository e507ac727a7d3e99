# The limit falls below a lane.
s/std::max(limit_ \/ 2, least_)/limit_ \/ 2/
