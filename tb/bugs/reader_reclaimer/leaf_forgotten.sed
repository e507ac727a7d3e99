# A leaf that became empty or small beside an operation is written back, and its root is not told.
s/assign again\[way\] = .*/assign again[way] = 1'b0;/
