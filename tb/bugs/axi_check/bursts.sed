# Bursts of any length are let pass.
s/(a[wr])_len_i == AxiOneBeat/\1_len_i >= AxiOneBeat/g
