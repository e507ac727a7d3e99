# The transaction that the item in front inserts is not a reader yet.
s/assign inserted  = ahead_inserts_i && ahead_id_i == id_i;/assign inserted  = 1'b0;/
