# A skip leaves the last leaf out, too, and the look-up has no end.
s/assign leave_out  = skip_i && !fresh && !next_last;/assign leave_out  = skip_i \&\& !fresh;/
