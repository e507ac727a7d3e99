# A bank serves two readers at once.
s/read_i\[other\]\.req \&\& reader_bank\[other\] == reader_bank\[reader\]/1'b0/
