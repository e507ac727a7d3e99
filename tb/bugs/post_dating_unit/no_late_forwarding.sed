# The successor misses what the dependency before the one ahead has done to its CTS.
s/b_meets_d_q\.succ_succ && d_write_q\.cts \? d_cut_q : //
