# A later beat of an operation forgets that an earlier one was refused.
s/if \(so_far_q == DepDone\) begin/if (1'b1) begin/
