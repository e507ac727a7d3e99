# What leaves the table is forgotten.
s/evict_o <= .*/evict_o <= 1'b0;/
