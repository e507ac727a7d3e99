# A free row that the item in front is about to take still counts as free.
s/if \(put_i\[other\]\.write && put_way_i/if (1'b0 \&\& put_way_i/
