# The highest waiting lane leads: where lanes mark one slot, the wrong one owns it.
s/if \(leader\[lane\]\) begin/if (here[lane] \&\& (here >> lane) == Lanes'(1)) begin/
