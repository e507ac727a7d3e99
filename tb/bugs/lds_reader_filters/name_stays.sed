# Who leaves stays among the names of those that have a bit.
s/(names_q\[drop_group\]\[b\]) \^ drop_owner_q/\1/
