// C's struct tm, defined before <time.h> does, with transactions as static members: tm::atomic([&] { ... }).
// A namespace tm, as in kernels of `gputm launch`, cannot be beside C's structure. gputm/cuda_transactions.h
// has the bodies.
#pragma once

#define __struct_tm_defined 1

struct tm {
  int tm_sec;
  int tm_min;
  int tm_hour;
  int tm_mday;
  int tm_mon;
  int tm_year;
  int tm_wday;
  int tm_yday;
  int tm_isdst;
  long tm_gmtoff;
  const char* tm_zone;

  template <typename Body>
  static __device__ GPUTM_FORCEINLINE auto atomic(Body&& body) -> decltype(body());
  template <typename Body>
  static __device__ GPUTM_FORCEINLINE bool try_atomic(Body&& body);
};
