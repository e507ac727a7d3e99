# Of an entry that the item in front writes, only what that inserts is seen.
s/ahead_in_plain \|\| inserted/inserted/
