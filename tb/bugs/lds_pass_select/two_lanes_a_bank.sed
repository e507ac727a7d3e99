# A lane does not see that a lower lane wants its bank.
s/ && \(rivals & below\) == '0//
