# The oldest id that had not retired when speculative validation began counts as retired.
s/!cid_before\(lwh_id_i, note\.rcid\)/cid_before(note.rcid, lwh_id_i)/
