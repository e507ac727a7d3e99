# A transaction's last word is taken before the L2 has accepted its block.
s/: l2_write_ready_i \|\| !write_last_i;/: 1'b1;/
