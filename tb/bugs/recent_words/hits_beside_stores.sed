# A read is answered from the table though a store's words are still there.
s/may_hit: line_done && !queued_valid \&\& /may_hit: /
