# Only live snapshots hold back what has committed, not versions on which others will begin.
s/\.oldest_seq_i +\(oldest_seq\)/.oldest_seq_i  (commits)/
