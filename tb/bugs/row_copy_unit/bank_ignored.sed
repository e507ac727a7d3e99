# Rows of one subarray number in different banks wait for each other.
s/, BankWidth'\(row\)\}/, BankWidth'(0)}/
