# A transaction that writes a block twice in short order gets two entries.
s/own: block && id,/own: 1'b0,/
