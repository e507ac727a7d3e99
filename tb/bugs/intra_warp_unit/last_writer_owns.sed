# The lane that marks a slot last owns it, also a higher one.
s/ && \(!found\[b\]\.owned \|\| bank_leader_q\[b\] < found\[b\]\.lane\);/;/
