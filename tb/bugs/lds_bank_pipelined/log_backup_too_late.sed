# The undo log's backup gets what the access writes.
s/\.wdata_i\(old_3_q\)/.wdata_i(new_word)/
