# A write during the sweep goes where the writer wants instead of where the sweep is.
s/sweep_i \? sweep_index_i : windex_i/we_i ? windex_i : sweep_index_i/
