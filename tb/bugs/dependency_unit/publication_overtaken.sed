# A snapshot does not wait until it is known which version a publication in front of it has ended.
s/assign hold        = publications_q != '0 && /assign hold        = 1'b0 \&\& /
