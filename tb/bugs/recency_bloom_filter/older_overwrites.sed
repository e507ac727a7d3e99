# An evicted id replaces a younger one.
s/cid_live && \(!live\[i\] \|\| cid_age > age\[i\]\)/cid_live/
