# A skip does not complete its entry.
s/progress_o\.complete = .*/progress_o.complete = last_q \&\& kind_q != FillSkip;/
