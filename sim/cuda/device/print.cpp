// printf, puts, putchar and assert of CUDA kernels, linked into programs that call them: those of the kernels
// of `gputm launch`.
#include <gputm.h>

extern "C" [[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line,
                                           const char* function) {
  __assert_func(file, static_cast<int>(line), function, expression);
}

// Their definitions are inline in gputm/print.h.
[[gnu::used]] static auto* const printed = &printf;
[[gnu::used]] static auto* const put_line = &puts;
[[gnu::used]] static auto* const put_letter = &putchar;
