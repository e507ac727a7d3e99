# The last unit with words is not told the final outcome.
s/else if \(final_sent\) finals_q <= last_final;/else if (final_sent) finals_q <= '0;/
s/final_sent && last_final == '0\)/final_sent)/
