# busy_o forgets hazard detection: the clock stops while the last writer history is being asked.
s/ hazard_active \|\| / /
