# The place of a row's backup follows the port of look-ups.
s/if \(lookup_i\) claim_at_o/claim_at_o/
