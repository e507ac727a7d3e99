# A committed transaction is dead when the scan finds it, before its DepRetire has passed.
s/if \(dies\) dead_q\[update_txn_i\] <= 1'b1;/&\n      if (unneeded) dead_q[scanned_txn_q] <= 1'b1;/
