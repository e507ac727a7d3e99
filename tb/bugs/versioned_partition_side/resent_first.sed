# Words that are sent again do not look for room, and keep what is behind them.
s/!unit_->takes_again(protocol_.write_sets\[again_->set\].number)/false/
