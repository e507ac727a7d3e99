# What the operation just before has taken for the same entry is not seen.
s/holding_q <= .*/holding_q <= holding;/
