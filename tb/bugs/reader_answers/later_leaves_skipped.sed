# A look-up that is skipped has the next one's leaves skipped when its own have all come.
s/ && last_leaves_q == '0;/;/
