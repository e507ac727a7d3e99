# PDTS is reset at commit, as printed.
s/own_pdts = commit_pdts;/own_pdts = Open;/
