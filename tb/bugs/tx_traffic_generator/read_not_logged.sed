# The account that is only read is not validated, where its unit has other words.
s/return \{here\[To\], here\[From\], here\};/return {here[To], here[From], here[Rate] \& ~(here[To] | here[From]), here[To], here[From]};/
