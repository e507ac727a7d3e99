# The next commit in a slot overwrites the previous interval.
s/state\.former && (succ_former_cts < succ_cts|pred_former_pdts > pred_pdts)/1'b0/
