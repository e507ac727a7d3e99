# What is read in the reclaimer's port is taken from the bank that the operation read.
s/rdata\[reclaim_bank_q\]/rdata[bank_q]/
