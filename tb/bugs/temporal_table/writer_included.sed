# The interval begins before the last writer, not behind it.
s/found \? writer \+ 1'b1 :/found ? writer :/
