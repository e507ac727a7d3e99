# Every block gets the first rows.
s/allocations_.push_back({block.slot, block.slot \* rows, rows})/allocations_.push_back({block.slot, 0, rows})/
