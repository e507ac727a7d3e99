# A core is told that its request is taken while the register slice is full.
s/choice & \{Cores\{free\}\}/choice/
