# The first requester always wins.
s/assign candidates = .*/assign candidates = req_i;/
