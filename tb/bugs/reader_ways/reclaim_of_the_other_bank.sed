# What is read beside is taken from the bank that the operation read.
s/rdata\[reclaim_bank_q\]/rdata[bank_q]/
