# The backup gets what the access writes.
s/claim_3_q \? old_3_q : new_word/new_word/
