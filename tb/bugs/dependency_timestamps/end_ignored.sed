# The cut is an increment above the beginning, whether or not the overlap goes so far.
s/!fixed && ends/1'b0/
