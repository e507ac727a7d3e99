# A later equal read hides an earlier different one.
s/if \(differs_q\) verdict_new\.failed = failed_value_q;/verdict_new.failed = differs_q ? failed_value_q : !failed_value_q;/
