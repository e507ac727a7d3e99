# An access may be answered before the commit whose result it has read.
s/ready_commits != '0 \? ready_commits : ready\)/ready)/
