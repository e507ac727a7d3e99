# The last writer history forgets writers that an entry in the ring may still have read before.
s/history_id_q <= .*/history_id_q <= hazard_o.id - cid_t'(HistoryIds \/ 8);/
