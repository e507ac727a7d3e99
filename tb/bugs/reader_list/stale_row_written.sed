# An insertion writes a row that an operation in front of it has taken.
s/&& place_stale\[probe\]\) stale = 1'b1;/\&\& place_stale[probe]) stale = 1'b0;/
