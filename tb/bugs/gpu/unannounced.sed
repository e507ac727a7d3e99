# Cores that run ahead see of the TM system what they saw a cycle before.
s/^    if (last.system) systems_.global->announce_tick();//
