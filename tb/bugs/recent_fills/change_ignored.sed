# What was read before a change fills the row after it.
s/if \(changed_i \&\& row_q\[i\] == changed_row_i\) own_d\[i\] = 1.b0;/;/
