# What is being decided about a plain entry is not seen by the item behind.
s/from_e\[probe\] = d_same_q\[0\]\[probe\] && put_i\[probe\]\.write;/from_e[probe] = d_same_q[0][probe] \&\& put_i[probe].write \&\& probe != PlainProbe;/
