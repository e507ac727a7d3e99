# The predecessor misses what the dependency right ahead has done to its PDTS.
s/c_new_pred_pdts_q \? d_cut_q : //
