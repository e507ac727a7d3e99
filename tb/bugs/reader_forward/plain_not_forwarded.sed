# What is being written to a plain entry is not seen by the item behind.
s/forward\[probe\] = same_key_i\[probe\] && put_i\[probe\]\.write;/forward[probe] = same_key_i[probe] \&\& put_i[probe].write \&\& probe != PlainProbe;/
