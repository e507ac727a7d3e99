# The predecessor misses what the request ahead has done to its PDTS.
s/pred_is_pred_q && c_result_q\.write\.pdts \? c_result_q\.pdts : //
