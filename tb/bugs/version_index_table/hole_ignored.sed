# The version before a recycled one goes on answering to younger snapshots.
s/row_d\.closed = \(row_q\.closed \| before_due\)/row_d.closed = row_q.closed/
