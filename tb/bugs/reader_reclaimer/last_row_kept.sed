# A pass ends a row too early in each bank.
s/if \(next_q\[way\]\[bank\[way\]\] == index_t'\(Rows \/ 2 - 1\)\)/if (next_q[way][bank[way]] == index_t'(Rows \/ 2 - 2))/
