# Requests that wait behind the choice of their cluster are no work.
s/ \|\| \|source_valid//
