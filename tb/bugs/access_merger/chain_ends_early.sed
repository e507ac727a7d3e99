# A word that joins is not in the chain.
s/\{met\.place, 1'b1, read_tag_i\}/{met.place, 1'b0, read_tag_i}/
