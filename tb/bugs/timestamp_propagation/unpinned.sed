# A committed transaction is raised like a live one.
s/assign pinned .*$/assign pinned = list_overflow_i;/
