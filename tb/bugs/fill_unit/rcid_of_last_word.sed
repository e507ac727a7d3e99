# RCID is taken anew with each word instead of once, when validation begins.
s/we_i    \(write_first\)/we_i    (write)/
