# All lanes of a set commit, if one does.
s/\.lanes = set\.lanes() & set\.passed});/.lanes = set.lanes()});/
