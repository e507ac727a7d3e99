# A set does not wait until another one with its number has been dropped.
s/^    if (number) return false;//
