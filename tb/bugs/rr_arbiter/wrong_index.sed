# The index is that of the highest request, not of the grant.
s/if \(grant_o\[i\]\)/if (req_i[i])/
