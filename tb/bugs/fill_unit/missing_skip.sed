# A skip does not complete its entry.
s/progress_new\.complete = .*/progress_new.complete = last_q \&\& kind_q != FillSkip;/
