# An answer stays that was chosen before the banks told of a conflict which a walk has to follow.
s/assign refuted +=.*/assign refuted = 1'b0;/
