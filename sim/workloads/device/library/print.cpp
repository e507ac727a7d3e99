// printf, puts, putchar and the messages of assert in CUDA kernels, linked into programs that call them:
// those of the kernels of `gputm launch`, whose definitions are inline in gputm/print.h.
#include <gputm.h>

[[gnu::used]] static auto* const print = &printf;
[[gnu::used]] static auto* const put_line = &puts;
[[gnu::used]] static auto* const put_letter = &putchar;
[[gnu::used]] static auto* const print_assertion = &__gputm_print_assertion;
