# Entries stay valid when their rows have been released.
s/ && !\(entry_taken && entry_at_q == AtWidth'\(e\)\)//
