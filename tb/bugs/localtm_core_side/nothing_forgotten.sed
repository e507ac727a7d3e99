# The unit still expects the lanes of the attempt before.
s/if (w.restart != 0) forget(w);//
