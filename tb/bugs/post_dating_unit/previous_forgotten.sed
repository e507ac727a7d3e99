# The next commit in a slot overwrites the previous interval.
s/c_state_q\.former && (c_succ_former_below_q < succ_below|c_pred_former_pdts_q > pred_pdts)/1'b0/
