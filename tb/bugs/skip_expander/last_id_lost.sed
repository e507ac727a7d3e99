# A skip message's last id is not marked.
s/left         = fill_i\.skips \& ~done_q;/left         = fill_i.skips \& ~done_q \& ~(SkipWidth'(1) << (SkipWidth - 1));/
