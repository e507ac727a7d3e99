# The highest waiting lane leads: where lanes mark one slot, the wrong one owns it.
s/leads\[lane\] = 1'b0;/leads[lower] = 1'b0;/
