# A transaction begins while stores are not complete, and its begin's answer is taken for theirs.
s/return plain(next) && plain(last)/return plain(last)/
