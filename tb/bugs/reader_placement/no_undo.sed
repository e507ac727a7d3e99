# When no place is found, the moves are not taken back: the last displaced entry is lost.
s/state_d = fits \|\| undone \? Idle : \(turns \? Issue : Filter\);/state_d = fits || undone || turns ? Idle : Filter;/
s/assign overflow_o   = undone;/assign overflow_o   = undone || turns;/
