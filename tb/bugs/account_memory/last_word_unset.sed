# The last word is not set after reset.
s/AddrWidth'\(Words - 1\)/AddrWidth'(Words - 2)/
