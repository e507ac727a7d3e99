# A request is taken as if the last pass over the one before were made, which the banks can prevent.
s/loads_if\[pass_i\]/loads_if[1]/
