# An id is freed in the cycle of another one's death, which keeps it from being recorded.
s/ && reclaimed_q\[walk_q\] && !dies;/ \&\& reclaimed_q[walk_q];/
