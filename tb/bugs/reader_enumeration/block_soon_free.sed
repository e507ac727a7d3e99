# A block is not busy any more when its last leaf has been issued, though that has not been read.
s/if \(held_q\[i\] && block_q\[i\] == check_block_i\)/if (held_q[i] \&\& block_q[i] == check_block_i \&\& leaves_q[i] != '0)/
