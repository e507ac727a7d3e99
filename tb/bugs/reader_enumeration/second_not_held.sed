# The block of a look-up that comes behind another one is not busy.
s/if \(push_i\) held_q\[last_q\]/if (push_i \&\& count_q == '0) held_q[last_q]/
