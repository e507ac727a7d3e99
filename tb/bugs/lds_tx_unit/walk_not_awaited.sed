# A bank is taken for open in the cycles in which a walk is on its way to it.
s/ & ~walk_waits & ~\{Banks\{event_walk_o\}\}//
