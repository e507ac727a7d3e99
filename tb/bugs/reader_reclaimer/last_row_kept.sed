# A pass ends a row too early in each bank.
s/next_q\[i\] == last_q\) left_q/next_q[i] == last_q - 1'b1) left_q/
