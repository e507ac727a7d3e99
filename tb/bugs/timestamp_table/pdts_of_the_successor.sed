# The successor side's copy of PDTS is written at the successor instead of the predecessor.
/u_succ_pdts/,/rdata_o/ s/waddr_i\(pred_waddr_i\)/waddr_i(succ_waddr_i)/
