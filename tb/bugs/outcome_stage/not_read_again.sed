# An entry whose answers are outstanding is not read again when they have come.
s/\.reread_i   \(valid && !answered\)/.reread_i   (1'b0)/
