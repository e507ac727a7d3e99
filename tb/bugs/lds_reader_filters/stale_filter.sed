# A work-item takes over the bits of its last transaction.
s/member \? stored : '0/stored/
