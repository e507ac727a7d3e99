# A region without a version to recycle is not looked at again when one is released.
s/if \(reference_ends && starved_q\[last\.region\]\)/if (1'b0)/
