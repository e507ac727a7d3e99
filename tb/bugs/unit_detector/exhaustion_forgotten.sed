# Snapshots that were taken before the timestamps were used up are not wanted back.
s/exhausted_ |= .*/exhausted_ = false;/
