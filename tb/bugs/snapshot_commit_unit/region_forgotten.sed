# A set's last access names no region.
s/regions: done \? regions : '0/regions: done ? regions_q : '0/
