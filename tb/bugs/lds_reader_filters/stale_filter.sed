# A work-item takes over the bits of its last transaction.
s/member \? stored : '0/stored/
s/member \? count != CountWidth'\(1\) : count != '0/count != CountWidth'(1)/
s/\(member && own\)/own/
