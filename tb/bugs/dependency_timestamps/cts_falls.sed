# The cut ignores where the successor already is, so that its CTS can fall.
s/assign low .*$/assign low = pred_cts_i;/
