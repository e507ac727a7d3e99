# A skip that comes with a leaf's last reader leaves the next leaf's readers out, all but the first.
s/single_q  <= \(next_readers & \(next_readers - 1'b1\)\) == '0;/single_q  <= skip_i || (next_readers \& (next_readers - 1'b1)) == '0;/
