# A row that is put back is that of whoever was looked up last.
s/put_owner     = visit_q \? entry_owner_o : owner_q/put_owner     = owner_q/
