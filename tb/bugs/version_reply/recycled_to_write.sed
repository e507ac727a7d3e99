# A write without a version hears that its version is gone.
s/kind_i == AccessRead \|\| kind_i == AccessFirstRead \? PlaceRecycled : PlaceNotYet/PlaceRecycled/
