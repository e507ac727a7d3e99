# The former occupants of a slot in a successor list are forgotten.
s/(assign fixed_above += ).*;/\11'b0;/
