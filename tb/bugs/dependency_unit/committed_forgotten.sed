# Only running transactions count as concurrent.
s/\(other_state == TxnCommitted && other_seq > txn_seq\)/1'b0/
