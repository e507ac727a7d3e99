# All waiting lanes of a bank are served with its leader, whatever their slot.
s/ && place\[lower\] != place\[lane\]/ \&\& 1'b0/
