# Nobody begins any more after a commit, but for who runs alone.
s/if (running_ == 0) changed_ = false;//
