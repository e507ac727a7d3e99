# An open PDTS, -1 in the paper, is below every date.
s/(assign in_order .*= )pred_pdts_i < succ_cts_i/\1pred_pdts_i == Open || pred_pdts_i < succ_cts_i/
