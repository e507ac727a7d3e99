# The build step of GputmUnits.cmake that writes `output`: GPUTM_UNIT_INTERFACE, a hash of all `headers`.
cmake_minimum_required(VERSION 3.25)
set(hashes)
foreach(header ${headers})
  file(SHA256 ${header} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 hash "${hashes}")
file(CONFIGURE OUTPUT ${output} CONTENT "#define GPUTM_UNIT_INTERFACE \"${hash}\"\n" @ONLY)
