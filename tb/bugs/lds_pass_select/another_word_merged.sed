# Lanes are served together that want the same bank, whatever word.
s/b < WordWidth; b\+\+\) equal/b < BankWidth; b++) equal/
