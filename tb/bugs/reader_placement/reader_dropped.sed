# An entry that is displaced on the way is dropped.
s/if \(b_valid_i && b_any_free_i\) state_d = leaf_job_q/if (b_valid_i \&\& (b_any_free_i || !out_of_moves)) state_d = leaf_job_q/
s/(assign placed_o += .*)b_any_free_i && !leaf_job_q;/\1(b_any_free_i || !out_of_moves) \&\& !leaf_job_q;/
