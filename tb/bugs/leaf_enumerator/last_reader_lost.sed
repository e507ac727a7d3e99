# The next leaf takes the place of the last reader of the one before, whether that has been taken or not.
s/\(id_ready_i && single_q\)/single_q/
