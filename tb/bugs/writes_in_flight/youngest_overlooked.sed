# The look-up leaves the last place out.
s/i < Depth; i\+\+/i < Depth - 1; i++/
