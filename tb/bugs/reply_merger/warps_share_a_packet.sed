# The last reply of a warp does not close its packet.
s/made_d\[kind\]\.closed( *)= reply_last_i;/made_d[kind].closed\1= 1'b0;/
