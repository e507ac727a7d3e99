# A lane does not see that a lower lane wants its bank.
s/(\? ~below :) below/\1 '0/
