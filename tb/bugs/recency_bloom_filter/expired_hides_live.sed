# An evicted id does not replace an expired one.
s/\(!live\[i\] \|\| cid_age > age\[i\]\)/(!bucket[i].valid || cid_age > age[i])/
