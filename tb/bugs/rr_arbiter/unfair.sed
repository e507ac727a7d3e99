# The first requester always wins.
s/assign from_start  = .*/assign from_start  = 1'b1;/
