# An id is released while its commit's date is still on its way to the answers.
s/stall += own_in_flight;  \/\/ its commit/stall = 1'b0;  \/\//
