# The last unit gets no skip.
s/assign fill_valid_o = .*/assign fill_valid_o = state_q == StateLog \&\& !(skip \&\& \&unit_q);/
s/assign fill         = .*/assign fill         = (state_q == StateLog \&\& skip \&\& \&unit_q) || (fill_valid_o \&\& fill_ready_i);/
