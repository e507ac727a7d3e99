# A word joins an access in the cycle in which it leaves.
s/read_ready_o = hit \? !leaves :/read_ready_o = hit ? 1'b1 :/
