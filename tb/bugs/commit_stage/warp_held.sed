# An entry waits for the local outcomes of all lanes of its warp of four, though one of them may await its retirement.
s/assign decided = (.*);/assign decided = (\1) \&\& {commit_o.slot.phase, commit_o.slot.index[14:2]} != {outcome_i.slot.phase, outcome_i.slot.index[14:2]};/
