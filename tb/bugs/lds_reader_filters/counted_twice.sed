# A work-item that reads a row again is counted again.
s/set_i && !\(member && own\)/set_i/
