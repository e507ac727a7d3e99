# A committed transaction is dead at once, though others with older snapshots still run.
s/scan_record.state == TxnCommitted && scan_record.seq <= oldest_q/scan_record.state == TxnCommitted/
