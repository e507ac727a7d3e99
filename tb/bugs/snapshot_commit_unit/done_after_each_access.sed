# A set is done after its first access.
s/(done +=.*access_leaves) && access\.last;/\1;/
