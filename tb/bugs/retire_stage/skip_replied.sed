# The core is told of entries for which it has sent no log.
s/done_valid_i \&\& !done_skip_i/done_valid_i/
