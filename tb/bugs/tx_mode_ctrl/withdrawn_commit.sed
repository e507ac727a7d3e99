# Withdrawn lanes commit with the others.
s/tx\.tcm \| withdrawn \|/tx.tcm |/
