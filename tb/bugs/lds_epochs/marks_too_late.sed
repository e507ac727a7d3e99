# A pass takes what ends while it is under way for swept.
s/oldest_q <= marked_q/oldest_q <= epoch_q/
