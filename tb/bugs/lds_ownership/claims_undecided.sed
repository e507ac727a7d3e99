# An access that is not decided claims its row when the next one comes.
s/claim     = decide_i \&\& /claim     = (decide_i || lookup_i) \&\& /
