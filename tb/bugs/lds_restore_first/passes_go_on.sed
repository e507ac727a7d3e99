# What is in the issue register goes to the banks while a restore is asked for.
s/take_i \&\& !loses \&\& !asked/take_i/
s/made_valid_i \&\& !asked \&\& !loses/made_valid_i/
