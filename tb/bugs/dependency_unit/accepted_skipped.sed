# An operation that nobody has refused does not meet all readers either.
s/refused_q <= !c.last && .*/refused_q <= !c.last;/
