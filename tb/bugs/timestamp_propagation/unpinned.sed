# A transaction of which not all successors are known is raised.
s/moves && overflow_q\)/1'b0)/
