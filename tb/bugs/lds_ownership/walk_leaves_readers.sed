# A walk has ended when its rows are released, whatever filters of reads are left.
s/rows_walking \|\| readers_walking/rows_walking/
