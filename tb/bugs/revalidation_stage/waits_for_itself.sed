# An entry with a hazard waits until it has retired itself.
s/cid_before\(fields\.hazard\.ycid, retire_i\.id\)/cid_before(wait_o.id, retire_i.id)/
