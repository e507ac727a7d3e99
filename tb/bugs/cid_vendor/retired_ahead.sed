# The fastest partition counts instead of the slowest.
s/scan_distance < least_q/scan_distance > least_q/
