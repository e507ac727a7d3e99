# An entry retires although the L2 has not taken its last write yet.
s/assign done_req_o( *)= .*/assign done_req_o\1= beat_valid \&\& beat.last;/
