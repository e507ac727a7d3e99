# Ids of a packet that fails at its end all fail.
s/out_failed_d = made_q\[KindOutcome\]\.failed;/out_failed_d = |made_q[KindOutcome].failed ? made_q[KindOutcome].ids : '0;/
