# Rows that conflicted in the last attempt count as seen in the next one.
s/if \(begin_i\) seen_q/if (1'b0) seen_q/
