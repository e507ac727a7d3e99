# Lanes are served together that want the same bank, whatever word.
s/ && place_i\[lane\] == place_i\[other\]//
