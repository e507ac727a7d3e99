# An access may be answered before the commit whose result it has read.
s/\(ready_to_answer & commit_q\) != '0 \? ready_to_answer & commit_q : ready_to_answer/ready_to_answer/
