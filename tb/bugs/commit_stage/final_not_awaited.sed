# Commit does not wait for the final outcome.
s/fields\.final_outcome\.given != fields\.taken/1'b1/
