# Two rows are copied in one subarray at a time.
s/assign row_valid_o = active_q && !busy_q\[subarray\];/assign row_valid_o = active_q;/
