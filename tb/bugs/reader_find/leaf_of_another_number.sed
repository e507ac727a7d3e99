# A leaf is found by its block alone.
s/\(probe != LeafProbe \|\| leaf == leaf_i\)/1'b1/
