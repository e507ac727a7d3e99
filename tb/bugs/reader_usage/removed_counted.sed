# An entry that is removed still counts.
s/ && removed_i\[i\];/ \&\& 1'b0;/
