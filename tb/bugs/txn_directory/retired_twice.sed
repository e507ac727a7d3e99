# An id is offered again while its DepRetire is on its way.
s/!\(retire_sent_q && scanned_txn_q == retire_sent_txn_q\)/1'b1/
