# The interval ends at the retire pointer of the answer, not at that of the load.
s/assign rsp_last_cid_o  = last_q\[2\];/assign rsp_last_cid_o  = retire_cid_i;/
