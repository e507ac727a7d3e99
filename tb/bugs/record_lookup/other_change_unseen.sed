# A beat sees changes of its own transaction alone, not of the other one.
s/read_q\.other_valid && out_txn_o/1'b0 \&\& out_txn_o/
