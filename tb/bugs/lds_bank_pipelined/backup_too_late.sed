# The backup gets what the access writes.
s/claim \? old : new_word/new_word/
