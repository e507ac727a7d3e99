# A place is taken for an older access than the one that it was asked for.
s/if \(rewind\) stale_q <= under_way_q - 1'b1;/if (1'b0) stale_q <= '0;/
