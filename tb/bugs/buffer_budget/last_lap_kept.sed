# What the slot's last entry held counts as the new one's.
s/had      = .*/had      = op_holding_i;/
