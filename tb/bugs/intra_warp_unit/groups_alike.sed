# The owner's place in its group is compared, whichever group it is.
s/if \(group_of\(entry\.lane\) == group\)/if (1'b1)/
