# When no place is found, the last displaced entry is not put back.
s/(else if \(b_valid_i && out_of_moves\) state_d = )Undo;/\1Idle;/
s/(assign overflow_o += )(.*);/\1(\2) || (state_q == Place \&\& b_valid_i \&\& !b_any_free_i \&\& out_of_moves);/
