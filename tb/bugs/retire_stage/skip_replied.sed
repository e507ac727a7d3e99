# The core is told of entries for which it has sent no log.
s/retire \&\& !done_skip_i/retire/
