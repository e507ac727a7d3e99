# A message whose kind has no name is let pass.
s/!fill_valid_i \|\| fill_i.kind == FillRead.*\)$/1'b1)/
