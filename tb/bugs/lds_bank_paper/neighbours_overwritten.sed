# A plain store of a byte overwrites its neighbours in the word.
s/store \? cmd_bytes_i : '0;/store ? '1 : '0;/
