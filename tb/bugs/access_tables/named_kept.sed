# The writers that have had their beat are not forgotten with the last: the next operation does not meet those in their places.
s/named_q <= beat_last_o \? '0 : /named_q <= /
