# A work-item that reads a row again is counted again.
s/set_i && !own/set_i/
