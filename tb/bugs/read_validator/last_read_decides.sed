# A later equal read hides an earlier different one.
s/if \(differs_4_q\) verdict_new\.failed = failed_value_4_q;/verdict_new.failed = differs_4_q ? failed_value_4_q : !failed_value_4_q;/
