# A retirement leaves as soon as it is the oldest.
s/assign settled( *)= .*/assign settled\1= 1'b1;/
