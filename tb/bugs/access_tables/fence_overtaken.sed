# Operations are taken at the same time as a fence.
s/(op_ready_o +=) !fence_valid_i && /\1 /
