# A word that is sent again goes to whoever waits for one.
s/ \&\& control_i\.id == resend_wait_i\[reader\]\.id//
