# A lane that reads what it writes itself aborts.
s/\.lane < LaneWidth'\(lane\);/.lane <= LaneWidth'(lane);/
