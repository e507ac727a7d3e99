# A transaction that will never commit still counts for others.
s/ && !other_doomed_i//
