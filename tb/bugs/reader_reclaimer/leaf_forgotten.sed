# A leaf that became empty or small during an operation is written back, and its root is not told.
s/assign revisit\[way\] .*/assign revisit[way] = 1'b0;/
