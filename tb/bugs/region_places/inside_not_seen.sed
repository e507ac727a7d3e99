# A region around an older one does not overlap it.
s/above\(new_distance\) & above_q\[r\]/above_q[r]/
