# The commit of an attempt that has lost all lanes is not sent.
s/if (failed) close(w);//
