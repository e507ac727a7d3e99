# A write does not look at other readers.
s/!owned && other_reader/1'b0 \& other_reader/
s/\(alone && other_reader\)/1'b0/
