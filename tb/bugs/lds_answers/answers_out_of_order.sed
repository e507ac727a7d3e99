# An access may be answered before the commit whose result it has read.
s/waiting_commits\[c\] != '0 \? waiting_commits\[c\] : //
