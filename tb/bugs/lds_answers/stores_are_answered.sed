# A posted store is answered, too: as if it were the wavefront's request behind it.
s/run_q\.last \&\& !run_q\.posted \&\& run_wavefront_q/run_q.last \&\& run_wavefront_q/
