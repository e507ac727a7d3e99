# Work-group serialization does not wait for the others' transactions to be aborted.
s/tx\.serial && !others_alive\[w\]/tx.serial/
