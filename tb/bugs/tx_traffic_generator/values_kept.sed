# An attempt that is repeated does not load its words again.
s/failed \? StateLoad : left_q/failed ? StateAmount : left_q/
