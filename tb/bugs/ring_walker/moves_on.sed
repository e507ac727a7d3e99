# The RAMs read on while what comes after the stage is not ready.
s/enable: move,/enable: 1'b1,/
