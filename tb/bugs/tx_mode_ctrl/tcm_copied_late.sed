# TCM gets a conflict when its walk is issued, and the answer does not wait for that.
s/assign settled_next_o\[w\] = .*/assign settled_next_o[w] = 1'b1;/
s/tcm_d\[w\] +=.*conflict_lanes_i;/tcm_d[w] = tcm_q[w];/
s/if \(walked && walk == WalkAbort\) begin/if (walked \&\& walk == WalkRestore) tcm_d[w] = tcm_q[w] | restore_q[w];\n      &/
