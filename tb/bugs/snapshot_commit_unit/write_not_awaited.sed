# An access leaves when it is offered.
s/\(placed_valid && write_ready_i\);/placed_valid;/
