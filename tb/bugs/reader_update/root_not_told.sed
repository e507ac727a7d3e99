# The root keeps the bit of a leaf that is removed.
s/ \|\| \(removes && expected\);/;/
