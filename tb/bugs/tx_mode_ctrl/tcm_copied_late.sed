# TCM gets a conflict when its walk is issued, and the answer does not wait for that.
s/assign settled_o\[w\] +=.*/assign settled_o[w] = 1'b1;/
s/assign tcm_then +=.*/assign tcm_then = restored ? tx.tcm | tx.to_restore : tx.tcm;/
s/assign owners_o\[w\] +=.*/assign owners_o[w] = '0;/
