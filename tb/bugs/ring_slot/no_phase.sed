# A slot that the last lap filled looks as if this lap had.
s/slot_o = \{retire_slot_i\[IndexWidth\] \^ wrapped, /slot_o = {retire_slot_i[IndexWidth], /
