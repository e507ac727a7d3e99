# That a row was touched counts in the last step of a visit only.
s/if \(step > 1\) touched\[step\] = touched_q\[step\];//
