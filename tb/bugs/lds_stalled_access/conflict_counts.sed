# The lane has lost already when its access is decided anew.
s/bank_answers_i \&\& !stalls/bank_answers_i/
