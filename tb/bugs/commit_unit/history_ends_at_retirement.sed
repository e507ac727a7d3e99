# The last writer history forgets a writer when it retires, though it may have retired after a reader's RCID was taken.
s/assign history_id = .*/assign history_id = retire_id_o;/
