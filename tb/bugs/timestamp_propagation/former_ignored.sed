# The former occupants of a slot in a successor list are forgotten.
s/!first && state_i\.former && /1'b0 \&\& /
