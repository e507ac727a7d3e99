# Lanes that were aborted from outside commit.
s/response.outcome == tm::TxOutcome::kRestart ? response.exec : 0;/response.outcome == tm::TxOutcome::kRestart ? LaneMask{0} : 0;/
