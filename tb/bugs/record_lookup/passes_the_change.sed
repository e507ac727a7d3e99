# What is decided of one beat is waited for, but its change is not.
s/next_ready = !read_valid_q \|\| \(out_moves && !meets\);/next_ready = !read_valid_q || out_moves;/
s/out_valid_q <= read_valid_q && !meets;/out_valid_q <= read_valid_q;/
