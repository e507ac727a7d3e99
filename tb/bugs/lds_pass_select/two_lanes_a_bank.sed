# A lane does not see that a lower lane wants its bank.
s/ && \(same_bank_i\[lane\] & active_i & ahead\) == '0//
