# A transaction that will never commit still counts for others.
s/(concurrent = .*) && !other_doomed_i/\1/
