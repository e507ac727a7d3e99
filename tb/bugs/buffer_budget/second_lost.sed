# One buffer of an entry that held two is lost.
s/release_q \? held/release_q ? 2'(held != 0)/
