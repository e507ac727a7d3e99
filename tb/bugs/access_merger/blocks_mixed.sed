# Words of another block join those that wait.
s/assign other = held_q && held_block_q != write_block;/assign other = 1'b0;/
