# Lanes that have lost in local memory send their logs with the others.
s/return lanes & transaction.lanes;/return lanes;/
