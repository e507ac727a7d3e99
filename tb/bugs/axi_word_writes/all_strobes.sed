# A write on a wide bus stores the word in every place.
s/assign strobes = StrobeWidth'.*/assign strobes = '1;/
