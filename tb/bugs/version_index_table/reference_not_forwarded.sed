# Of two references or releases in consecutive cycles one is lost.
s/assign references\s*= forward_q .*;/assign references = row_q.references;/
