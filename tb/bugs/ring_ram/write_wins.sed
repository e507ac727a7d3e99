# A write during initialisation goes where the writer wants instead of to the entry to initialise.
s/init_i\.active \? init_i\.index : windex_i/write_i ? windex_i : init_i.index/
