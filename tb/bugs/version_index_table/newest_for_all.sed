# Transactions read the newest version, whatever their snapshot.
s/extreme\(readable & in_time_q/extreme(readable/
