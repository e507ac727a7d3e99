# A row that was read alone and not written is taken for migratory again when its owner commits.
s/restore_q \&\& entry_valid_o/entry_valid_o/
