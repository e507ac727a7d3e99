# A row counts as free that an item in front has written since it was read.
s/ && !c_written_q\[probe\]\[i\]//
