# A read of the row that is being written returns what was there before the last reads.
s/assign rdata_o = .*/assign rdata_o = ram_rdata;/
