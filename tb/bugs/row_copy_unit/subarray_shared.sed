# Two rows are copied in one subarray at a time.
s/assign row_valid_o   = offered_q && !waits_q;/assign row_valid_o   = offered_q;/
