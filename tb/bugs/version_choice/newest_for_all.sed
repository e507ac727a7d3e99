# Transactions read the newest version, whatever their snapshot.
s/in_time_q\[v\] <= readable\[v\] && .*;/in_time_q[v] <= readable[v];/
