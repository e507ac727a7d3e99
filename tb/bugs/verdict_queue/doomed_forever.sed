# A transaction inherits what its id's last one was refused.
s/if \(begin_i\) doomed_q\[txn_i\] <= 1'b0;//
