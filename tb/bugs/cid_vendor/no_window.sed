# A request never waits for entries to retire.
s/assign grant = .*/assign grant = head_valid_q;/
