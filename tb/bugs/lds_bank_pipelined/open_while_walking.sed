# Accesses are taken while a walk still has rows to restore: filters are dropped before the last restore.
s/assign cmd_ready_o = !walking;//
s/\.ready_o         \(\)/.ready_o         (cmd_ready_o)/
