# The successor that the dependency right ahead has added is added once more.
s/listed = newer_valid_i && newer_same_i/listed = 1'b0/
