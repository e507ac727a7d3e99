# Forgotten writers stay in the filter, until their ids are taken for younger ones.
s/else if \(scrub_due\) filter_op = LwhScrub;/else if (scrub_due) filter_op = LwhNone;/
