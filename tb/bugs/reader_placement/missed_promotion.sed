# The reader that makes a plain entry overflow is not among those that move to leaves.
s/promote_i \? '1 :/promote_i ? NewIds'(7) :/
