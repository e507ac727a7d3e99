# The operation whose beats come is forgotten when it is asked whether there is work left.
s/(assign busy_o .*) \|\| order_valid;/\1;/
