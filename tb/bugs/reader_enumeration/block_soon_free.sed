# A block is not busy any more when its last leaf has been issued, though that has not been read.
s/if \(finished_i\) held_q\[first_q\]/if (valid_q \&\& step_ready_i \&\& step_last_o) held_q[first_q+PtrWidth'(issued_q)]/
s/held_q\[first_q\] && issued_q != '0/issued_q != '0/
