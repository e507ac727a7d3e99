# Under AllocateAccessed an entry without a log holds two buffers, too.
s/\(!op_skip_i \|\| allocation_i == AllocateAll\)/1'b1/
