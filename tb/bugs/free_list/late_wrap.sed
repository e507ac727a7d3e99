# Returned numbers go around a FIFO of one place too many.
s/position == Width'\(Depth - 1\)/position == Width'(Depth)/
