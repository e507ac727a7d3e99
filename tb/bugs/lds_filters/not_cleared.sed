# Filters keep the bits of work-items whose transactions have ended.
s/if \(drop_i\) held_q/if (1'b0) held_q/
