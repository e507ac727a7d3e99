# The outcome stage does not learn of the reply, and sends a second one.
s/assign early\.replied = certain;/assign early.replied = 1'b0;/
