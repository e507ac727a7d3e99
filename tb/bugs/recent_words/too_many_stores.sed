# A store that finds no place in the queue is forgotten.
s/assign all_lost  = .*/assign all_lost  = stored_all_i;/
