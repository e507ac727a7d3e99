# A version ends although a snapshot that has its id is on its way to begin on it.
s/!can_start && begins_q == '0/!can_start/
