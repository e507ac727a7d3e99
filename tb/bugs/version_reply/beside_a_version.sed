# A block between the region's versions is relocated.
s/ && \(block_q & below\(distance_q\)\) == offset_q//
