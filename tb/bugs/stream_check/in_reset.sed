# A word that seems to wait when a simulation begins is an offer.
s/rst_ni && waiting_q/waiting_q/
