# What the third item in front writes is not seen.
s/from_f_c\[probe\] = put_q\[probe\]\.write && c_same_q\[2\]\[probe\];/from_f_c[probe] = 1'b0;/
