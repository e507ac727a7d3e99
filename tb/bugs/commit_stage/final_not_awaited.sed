# Commit does not wait for the final outcome.
s/final_i\.given != taken/1'b1/
