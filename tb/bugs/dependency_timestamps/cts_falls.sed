# The cut ignores where the successor already is, so that its CTS can fall.
s/if \(pred_first\) cut_o/if (1'b0) cut_o/
