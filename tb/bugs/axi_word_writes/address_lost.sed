# A write is accepted while there is no room for its address.
s/room && aw_ready && w_ready;/room \&\& w_ready;/
