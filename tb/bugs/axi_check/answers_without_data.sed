# A write may be answered before its data have been taken.
s/addresses_q != '0 && data_q != '0/addresses_q != '0/
s/!data_q\[CountWidth-1\]/1'b1/
