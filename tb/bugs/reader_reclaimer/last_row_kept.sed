# A pass ends a row too early in each bank.
s/if \(next_q\[bank\] == last_q\) left_q/if (next_q[bank] == last_q - 1'b1) left_q/
