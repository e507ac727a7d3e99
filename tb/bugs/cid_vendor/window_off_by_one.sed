# One id more than the ring has entries.
s/CidWidth'\(head_count\) <= room_q;/CidWidth'(head_count) <= room_q + 1'b1;/
/a_window :/,/\$error/d
