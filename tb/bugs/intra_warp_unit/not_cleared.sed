# Owners of the warp before stay in the table.
s/state_q == StClear \? '0 : new_word/new_word/
s/state_q == StClear \|\| mark\)/mark)/
