# The row's word is given, whichever it is.
s/ \&\& found\.addr == found_read_q\.addr;/;/
