# The cut ignores where the successor already is, so that its CTS can fall.
s/near += pred_first \? succ_near : pred_near/near = pred_near/
