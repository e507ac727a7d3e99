# Who begins on an older version starts where the newest does.
s/assign timestamp_o += timestamp_q\[version_i\];/assign timestamp_o = timestamp_q[newest_q];/
