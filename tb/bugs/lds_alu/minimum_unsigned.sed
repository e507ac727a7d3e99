# The signed minimum and maximum compare without signs.
s/sign = \{is_signed, /sign = {1'b0, /
