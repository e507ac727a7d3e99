# Two threads leave out the DRAM channels.
s/^  take(dram_, .*//
