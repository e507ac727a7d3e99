# Work-group serialization does not wait for the others' transactions to be aborted.
s/serial_q\[w\] && !others_alive\[w\]/serial_q[w]/
