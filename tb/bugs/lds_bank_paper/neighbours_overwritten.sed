# A plain store of a byte overwrites its neighbours in the word.
s/port_bytes = cmd_bytes_i/port_bytes = '1/
