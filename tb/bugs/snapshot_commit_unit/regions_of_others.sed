# A set's reply names the regions of those before it, too.
s/access\.last \? '0 : regions;/regions;/
