# All waiting lanes of a bank are served with its leader, whatever their slot.
s/ && place\[lane\] == bank_place_o\[bank\[lane\]\];/;/
