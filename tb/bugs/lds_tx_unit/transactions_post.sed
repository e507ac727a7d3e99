# A store in a transaction is posted, so that nobody waits for its verdict.
s/stores\(req_op_i\) \&\& !req_state\.in_tx/stores(req_op_i)/
