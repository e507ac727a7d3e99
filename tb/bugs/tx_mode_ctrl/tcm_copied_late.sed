# TCM gets a conflict when its walk is issued, and the answer does not wait for that.
s/assign settled_o\[w\]( *)= restore_q\[w\] == '0;/assign settled_o[w]\1= 1'b1;/
s/!settled_o\[w\]/restore_q[w] != '0/
s/settled_o != '1/restore_q != '0/
s/if \(conflict\) tcm_q\[w\] <= tcm_q\[w\] \| conflict_lanes_i;/if (walked \&\& walk == WalkRestore) tcm_q[w] <= tcm_q[w] | restore_q[w];/
