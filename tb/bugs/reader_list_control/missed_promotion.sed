# The reader that makes a plain entry overflow is not among those that move to leaves.
s/new_d   = '1;/new_d   = NewIds'(7);/
