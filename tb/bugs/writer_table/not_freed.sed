# A reclaim pass leaves the dead in the second entry of each row.
s/e_write\[part\]\[way\] = e_slot\[part\]\[way\]\.valid &&/e_write[part][way] = way != 1 \&\& e_slot[part][way].valid \&\&/
