# A message whose kind has no name is let pass.
s/\(!control_valid_i \|\| resend \|\| .*\)$/(1'b1)/
