# A set that has no word in an access never ends.
s/joins \|\| writes_q \|\| word_last_q;/joins || writes_q;/
