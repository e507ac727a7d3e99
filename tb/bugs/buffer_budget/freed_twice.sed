# A buffer that goes back to the pool is free at once under AllocateUsed, and again when the entry retires.
s/freed    = .*/freed    = free_valid_i;/
