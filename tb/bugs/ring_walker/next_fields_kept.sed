# An entry that is to be read again gets the fields of the next one, which was read ahead.
s/read_valid_q \&\& move \&\& \(!reread_i \|\| polling_q\)/read_valid_q \&\& move/
