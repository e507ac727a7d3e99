# A read that has taken a row counts as one without a write when it is undone.
s/initialising_q \|\| set_i \|\| clear_i \|\| restore_i/initialising_q || set_i || clear_i/
