# When no place is found, the moves are not taken back: the last displaced entry is lost.
s/state_d = placed \|\| undone \? Idle : Issue;/state_d = placed || undone || turns ? Idle : Issue;/
s/(settled_o    <=|overflowed_o <=|if \(placed \|\|) undone/\1 (undone || turns)/
