# A write that is refused leaves the row as it is to readers.
s/\(decide_i \&\& write_i\)/(decide_i \&\& write_i \&\& !verdict_o.conflict)/
