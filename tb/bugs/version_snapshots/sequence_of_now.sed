# A snapshot counts as one of its start, whatever version it reads.
s/assign seq_o += seq_q\[version_i\];/assign seq_o = commits_i;/
