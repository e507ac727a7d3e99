# Of lanes that store to one word, the lowest one's value stays.
s/last_wins_i \?/1'b0 ?/
