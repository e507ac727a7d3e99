# Lanes behind one that is served are taken for served, whatever word they want.
s/\? source\.addr\[lane\].*$/? 1'b1/
