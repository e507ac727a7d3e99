# Writes are numbered in too few bits.
s/NumberWidth = .*/NumberWidth = $clog2(Writes);/
