# Entries stay valid when their rows have been released.
s/if \(entry_taken\) valid_q/if (1'b0) valid_q/
