# The row is cut out of the low bits of the product, which are not even.
s/scaled\[HashWidth \+: RowWidth\]/scaled[ExtraBits +: RowWidth]/
