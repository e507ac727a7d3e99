# PDTS is reset at commit, as printed.
s/if \(c_q\.op == TsStart\) own_pdts/if (c_q.op inside {TsStart, TsCommit}) own_pdts/
