# A response is let pass whose tag is not in use.
s/flights_q\[l2_response_tag_i\]\)$/flights_q != '0)/
