# A transactional allocation may take all rows, so that none is left for backups.
s/alloc_transactional_i \? TxRows : Rows/Rows/
