# An entry is released before its backup has been written.
s/entry_valid && \(!restore_q \|\| backup_q\)/entry_valid/
