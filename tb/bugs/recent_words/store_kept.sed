# A stored word's row is taken by the store instead of being emptied.
s/entry: '\{valid: wrote_i, addr: wrote_addr_i/entry: '{valid: 1'b1, addr: change_addr/
