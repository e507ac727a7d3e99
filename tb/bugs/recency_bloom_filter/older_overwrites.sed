# An evicted id replaces a younger one.
s/cid_live && \(!live\[i\] \|\| !ahead\[CidWidth-1\]\)/cid_live/
