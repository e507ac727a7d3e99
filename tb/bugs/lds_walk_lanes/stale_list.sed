# A work-item's list outlives its transaction.
s/if \(taken_q\) member_d/if (1'b0) member_d/
