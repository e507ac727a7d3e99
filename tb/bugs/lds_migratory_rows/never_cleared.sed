# A row that a transaction takes by a read stays migratory, whether it is written or not.
s/initialising_q \|\| set_i \|\| clear_i \|\| restore_i/initialising_q || set_i || restore_i/
