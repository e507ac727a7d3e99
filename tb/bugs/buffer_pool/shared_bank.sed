# A bank serves two readers at once.
s/read_i\[reader\]\.req \&\& !bank_read\[reader_bank\[reader\]\]/read_i[reader].req/
