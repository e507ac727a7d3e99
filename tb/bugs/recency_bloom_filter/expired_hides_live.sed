# An evicted id does not replace an expired one.
s/\(!live\[i\] \|\| !ahead\[CidWidth-1\]\)/(!bucket[i].valid || live[i] \&\& !ahead[CidWidth-1])/
