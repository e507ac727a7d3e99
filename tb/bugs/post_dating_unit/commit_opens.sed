# PDTS is reset at commit, as printed.
s/(assign own_pdts += ).*;/\1Open;/
