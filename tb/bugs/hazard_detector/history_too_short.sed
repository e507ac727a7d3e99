# The last writer history forgets writers that an entry in the ring may still have read before.
s/assign history_id = .*/assign history_id = hazard_o.id - cid_t'(HistoryIds \/ 8);/
