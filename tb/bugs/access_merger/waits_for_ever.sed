# An access waits until its place is needed.
s/assign expired( *)= .*/assign expired\1= 1'b0;/
