// assert of <assert.h> in kernels: prints its message and ends the run at the line of the assertion.
#pragma once

extern "C" {

void __gputm_print_assertion(const char* file, int line, const char* function, const char* expression);

inline __attribute__((always_inline, artificial)) void __assert_fail(const char* expression, const char* file,
                                                                     unsigned line,
                                                                     const char* function) noexcept {
  __gputm_print_assertion(file, static_cast<int>(line), function, expression);
  asm volatile("fence rw, rw\n\tebreak" ::: "memory");
  for (;;) {
  }
}

}  // extern "C"
