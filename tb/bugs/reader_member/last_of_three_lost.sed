# The last reader of a full plain entry is not one.
s/i < PlainIds; i\+\+\) begin/i < PlainIds - 1; i++) begin/
