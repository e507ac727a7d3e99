# A packet waits for the last reply of its warp, however long that takes.
s/made_d\[k\]\.closed = made_q\[k\]\.age == AgeWidth'\(Patience - 1\);/made_d[k].closed = 1'b0;/
