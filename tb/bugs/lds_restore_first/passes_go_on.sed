# What is in the issue register goes to the banks while a restore is asked for.
s/take_i \&\& !restoring_o/take_i \&\& !valid_q/
s/made_valid_i \&\& !asked/made_valid_i/
