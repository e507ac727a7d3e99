# An entry's writes are inserted before its reads are looked up.
s/if \(second_q \|\| !reads\) begin/if (writes \&\& (!second_q || !reads)) begin/
