# What is written while the dead are looked up is not seen by the operation whose rows have been read.
s/d_same_q\[part\] && f_write_q/1'b0 \&\& f_write_q/
