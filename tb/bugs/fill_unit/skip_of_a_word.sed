# An entry of which a word has come is skipped.
s/!write \|\| kind != FillSkip \|\| entry_q.first/1'b1/
