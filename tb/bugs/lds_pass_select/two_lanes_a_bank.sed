# A lane does not see that a lower lane wants its bank.
s/want\[lane\] & ~upto\[lane-1\]/want[lane]/
