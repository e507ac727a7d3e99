# Who has run alone and aborted by itself runs alone again.
s/w.failures = 0;$/w.failures = w.failures;/
