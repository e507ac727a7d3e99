# The final outcome does not wait for all units.
s/assign all_replied   = .*/assign all_replied   = replied_q != '0;/
