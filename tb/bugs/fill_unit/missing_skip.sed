# A skip does not complete its entry.
s/progress_new\.complete = .*/progress_new.complete = op_q[5].last \&\& kind != FillSkip;/
