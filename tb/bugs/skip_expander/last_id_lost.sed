# A skip message's last id is not marked.
s/left    = message_q\.skips;/left    = message_q.skips \& ~(SkipWidth'(1) << (SkipWidth - 1));/
