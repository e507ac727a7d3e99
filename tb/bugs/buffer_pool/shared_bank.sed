# A bank serves two readers at once.
s/read_valid_i\[reader\] \&\& !bank_read\[reader_bank\[reader\]\]/read_valid_i[reader]/
