# A work-item that reads a row again is counted again.
s/set_i && !filter\[bit_q\]/set_i/
