# A look-up that has readers in its plain entry ends with the last of them.
s/last: rest == '0 && !next\.has_leaves,/last: rest == '0,/
