# With WriteHazards, the answers to insertions are not awaited.
s/\|\| WriteHazards\)/|| 1'b0)/
