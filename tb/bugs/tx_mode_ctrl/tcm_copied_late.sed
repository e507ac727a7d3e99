# TCM gets a conflict when its walk is issued, and the answer does not wait for that.
s/assign settled_o\[w\] +=.*/assign settled_o[w] = 1'b1;/
s/tx_d\.tcm +=.*decided_i\.conflict;/tx_d.tcm = tx.tcm;/
s/if \(walked && walk_o\.kind == WalkAbort\) begin/if (walked \&\& walk_o.kind == WalkRestore) tx_d.tcm = tx.tcm | tx.to_restore;\n      &/
