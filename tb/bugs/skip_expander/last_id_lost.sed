# A skip message's last id is not marked.
s/left         = fill_skips_i \& ~done_q;/left         = fill_skips_i \& ~done_q \& ~(SkipWidth'(1) << (SkipWidth - 1));/
