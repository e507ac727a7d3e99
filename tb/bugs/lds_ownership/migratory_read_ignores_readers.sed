# A read takes a migratory row although another transaction reads it: its write would not meet that one.
s/alone \&\& !owned \&\& other_reader/write_i \&\& !owned \&\& other_reader/
s/\(alone \&\& other_reader\)/(write_i \&\& other_reader)/
