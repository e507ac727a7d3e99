# An operation behind one that was refused does not meet all readers.
s/assign table_skip = amid_q && refused_q && lasts_q == '0;/assign table_skip = amid_q \&\& refused_q;/
