# An open PDTS, -1 in the paper, is below every date.
s/(assign in_order .*= )pred_pdts_i <= succ_below_i/\1pred_pdts_i == '1 || pred_pdts_i <= succ_below_i/
