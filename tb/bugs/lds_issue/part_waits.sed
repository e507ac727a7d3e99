# Only lanes of one part are served together.
s/if \(kind\.plain_load\) begin/if (1'b0) begin/
