# A reply is taken into a packet that has been closed and has not left.
s/: !made_q\[kind\]\.closed;/: 1'b1;/
