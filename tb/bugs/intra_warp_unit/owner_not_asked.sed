# Rows of the write log are not checked.
s/return ~owner;/return '0;/
