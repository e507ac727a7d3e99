# A version that has been read stays referenced for ever.
s/if (reference.version != kNoVersion) releases_.push_back(reference);/(void)reference;/
