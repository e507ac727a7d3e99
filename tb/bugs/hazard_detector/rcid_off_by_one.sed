# The oldest id that had not retired when speculative validation began counts as retired.
s/!cid_before\(answer_id, note\.rcid\)/cid_before(note.rcid, answer_id)/
