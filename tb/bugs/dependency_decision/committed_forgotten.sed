# Only running transactions count as concurrent.
s/\(other_state_i == TxnCommitted && other_newer_i\)/1'b0/
