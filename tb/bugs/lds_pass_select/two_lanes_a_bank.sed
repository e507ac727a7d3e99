# A lane does not see that a lower lane wants its bank.
s/ && \(same_bank\[lane\] & active_i & ahead\) == '0//
