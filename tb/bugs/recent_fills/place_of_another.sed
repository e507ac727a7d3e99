# A place that a later read has taken is taken for its own.
s/own_tag == noted_tag_q/1'b1/
