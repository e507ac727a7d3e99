# The end of a log that is sent again is not passed on.
s/\.control_last_i( *)\(control_last\)/.control_last_i\1(control_last \& 1'b0)/
