# A read of a store's own cycle is answered with what was before.
s/ \&\& !stored_valid_i \&\& !stored_all_i/ \&\& !stored_all_i/
