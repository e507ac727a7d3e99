# Every lane counts as an even one.
s/b = 0; b < LaneWidth; b\+\+\) begin/b = 1; b < LaneWidth; b++) begin/
