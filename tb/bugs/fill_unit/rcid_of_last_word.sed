# RCID is taken anew with each word instead of once, when validation begins.
s/write_i \(write_first\)/write_i (write)/
