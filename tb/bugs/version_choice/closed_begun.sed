# A transaction begins to read a version behind which one has been recycled.
s/\? ~closed_i : '1/? '1 : '1/
