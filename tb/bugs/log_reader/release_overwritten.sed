# A buffer on its way to the pool is overwritten by a job that releases none.
s/if \(job_done && job\.release_buffer\) free_buffer_q/if (job_done) free_buffer_q/
