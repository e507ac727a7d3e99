# Halfwords may be at odd addresses.
s/OpStoreHalf \? 2'b01/OpStoreHalf ? 2'b00/
