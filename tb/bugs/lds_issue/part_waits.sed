# Only lanes of one part are served together.
s/if \(plain_load\) begin/if (1'b0) begin/
