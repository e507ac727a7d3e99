# A commit leaves the epoch as it is: its rows stay owned.
s/if \(ends\) epoch_q/if (1'b0) epoch_q/
