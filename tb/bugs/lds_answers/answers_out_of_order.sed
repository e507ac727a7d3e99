# An access may be answered before the commit whose result it has read.
s/waiting_commits != '0 \? waiting_commits : //
