# Lanes are served together that want the same bank, whatever word.
s/b = BankWidth; b < WordWidth/b = WordWidth; b < WordWidth/
