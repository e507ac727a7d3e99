# Operations are taken beside a fence.
s/op_ready_o    = !fence_i && /op_ready_o    = /
