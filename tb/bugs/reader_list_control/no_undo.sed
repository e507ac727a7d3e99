# When no place is found, the last evicted entry is not put back.
/state_d      = ListUndo;/{n;s/.*/state_d = ListRespond; overflow_d = 1'b1;/}
