# An entry holds under AllocateNeeded what has gone back to the pool.
s/op_holding_o = allocation_i == AllocateNeeded \? .0 : /op_holding_o = /
