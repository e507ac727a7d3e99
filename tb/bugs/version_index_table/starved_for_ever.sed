# A region without a version to recycle is not looked at again when one is released.
s/if \(reference_ends_q && starved_q\[done_region_q\]\)/if (1'b0)/
