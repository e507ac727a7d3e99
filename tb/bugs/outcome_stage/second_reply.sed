# Entries that had an early outcome get a second reply.
s/await_i\.skip \|\| early_field_i\.replied/await_i.skip/
