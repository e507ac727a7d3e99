# Lanes of a transaction are served together, too, though each has to own the word.
s/(plain_load|merge) += !tx \&\& /\1 = /
