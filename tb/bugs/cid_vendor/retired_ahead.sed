# The fastest partition counts instead of the slowest.
s/distance_q < least_q/distance_q > least_q/
