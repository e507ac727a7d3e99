# All waiting lanes of a bank are served with its leader, whatever their slot.
s/ & ~same_slot_q\[lane\]\)/ \& '0)/
