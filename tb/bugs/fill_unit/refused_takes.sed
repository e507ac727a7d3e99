# A log that may have no buffer takes one from the pool all the same.
s/alloc_ready_o = .*/alloc_ready_o = write \&\& wants_buffer;/
