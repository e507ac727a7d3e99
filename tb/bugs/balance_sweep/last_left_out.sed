# The last account is left out.
s/AccountWidth'\(Accounts - 1\)/AccountWidth'(Accounts - 2)/
