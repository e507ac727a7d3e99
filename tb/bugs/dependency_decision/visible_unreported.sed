# What a transaction's snapshot holds is not reported.
s/\(ReportVisible && visible\)/1'b0/
