# The number of a write set is never free again.
s/^  number_free(job);//
