# A reclaim pass leaves the dead in the second entry of each row.
s/\(b_valid_q && b_reclaim_q && raw\[part\]\[way\]\.valid/(way != 1 \&\& b_valid_q \&\& b_reclaim_q \&\& raw[part][way].valid/
