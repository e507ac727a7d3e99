# A store of a byte overwrites its neighbours in the word.
s/\|\| bytes_i\[b\];/|| 1'b1;/
