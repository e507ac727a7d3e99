# Later snapshots start below a committed transaction that has been raised.
s/if \(raised_q && raised_pdts_q/if (1'b0 \&\& raised_pdts_q/
