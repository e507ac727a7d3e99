# A row's copy ends a cycle before the DRAM has done it.
s/next = now_q == moment_t'\(CopyCycles - 1\)/next = now_q == moment_t'(CopyCycles - 2)/
