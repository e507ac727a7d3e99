# The highest waiting lane leads: where lanes mark one slot, the wrong one owns it.
s/(same_(bank|slot)_q)\[lane\]\[lower\] <=/\1[lower][lane] <=/
s/same_(bank|slot)_q\[lane\] <= '0;//
