# A work-item's list outlives its transaction.
s/if \(entry_taken && record.last\) has_q/if (1'b0) has_q/
