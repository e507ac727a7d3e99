# A word that joins an access takes the place of those before it.
s/if \(!joins\) held_d\.mask/held_d.mask/
