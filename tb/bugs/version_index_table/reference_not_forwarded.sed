# Of two references or releases in consecutive cycles one is lost.
s/assign references\s*= changed_valid_q .*;/assign references = row_q.references;/
