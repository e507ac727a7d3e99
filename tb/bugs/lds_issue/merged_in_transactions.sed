# Lanes of a transaction are served together, too, though each has to own the word.
s/return !tx \&\& \(op/return (op/; s/plain_load += !tx \&\& /plain_load = /
