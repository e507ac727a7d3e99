# A walk releases rows, and leaves their bits in the filters.
s/drop_i      \(entry_valid_o \&\& entry_ready_i\)/drop_i      (1'b0)/
