# Entries that had an early outcome get a second reply.
s/fields\.awaited\.skip \|\| fields\.early\.replied/fields.awaited.skip/
