# A warp that has failed several times in a row gets no lane to itself.
s/attempt.failures >= kFailures/false/
