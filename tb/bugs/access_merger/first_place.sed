# The words of an access are all the first one.
s/made_d\[i\]\.place = read_place;/made_d[i].place = made_q[i].place;/
