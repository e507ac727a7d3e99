# The pass that ran when an id died counts as one that has visited its rows.
s/== PassWidth'\(Passes \+ 1\)/== PassWidth'(Passes)/
