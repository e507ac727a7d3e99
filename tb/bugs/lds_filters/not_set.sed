# The bits of odd rows are never set, so that a filter lacks rows that its work-item owns.
s/if \(set_i\) held_q/if (set_i \&\& !bit_i[0]) held_q/
