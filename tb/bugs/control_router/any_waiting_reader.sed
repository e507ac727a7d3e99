# A word that is sent again goes to whoever waits for one.
s/ \&\& control_id_i == resend_id_i\[reader\]//
