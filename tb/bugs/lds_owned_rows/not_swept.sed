# What the sweep finds is not cleared.
s/ \|\| entry_taken \|\| clear\)/ || entry_taken)/
