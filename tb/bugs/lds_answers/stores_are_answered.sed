# A posted store is answered, too: as if it were the wavefront's request behind it.
s/said_route\.last \&\& !said_route\.posted \&\& said_wavefront/said_route.last \&\& said_wavefront/
