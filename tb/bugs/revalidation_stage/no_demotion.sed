# A hazard does not demote a passed speculative validation.
s/assign revalidate   = .*/assign revalidate   = 1'b0;/
