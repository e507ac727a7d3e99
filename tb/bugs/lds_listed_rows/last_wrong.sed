# The first row of a list is not its last one, too.
s/last: !listed_q\[put_wavefront\]/last: 1'b0/
