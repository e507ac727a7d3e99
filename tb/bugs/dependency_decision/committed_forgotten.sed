# Only running transactions count as concurrent.
s/\(other_state_i == TxnCommitted && other_seq_i > txn_seq_i\)/1'b0/
