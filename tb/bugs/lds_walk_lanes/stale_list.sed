# A work-item's list outlives its transaction.
s/if \(lane_gnt_i\) member_d/if (1'b0) member_d/
