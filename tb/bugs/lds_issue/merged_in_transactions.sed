# Lanes of a transaction are served together, too, though each has to own the word.
s/plain_load = !source\.tx \&\& source/plain_load = source/; s/merge += !source\.tx \&\& source/merge = source/
