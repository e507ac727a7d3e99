# What was read of an entry again and again counts as the next one's when it passes.
/pass_i \&\& polling_q/,/valid_q/s/read_valid_q <= 1'b0;/read_valid_q <= 1'b1;/
