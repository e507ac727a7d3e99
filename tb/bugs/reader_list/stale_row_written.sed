# An insertion writes a row that the operation in front of it has taken.
s/&& c_stale_q\[probe\]\) stale = 1'b1;/\&\& c_stale_q[probe]) stale = 1'b0;/
