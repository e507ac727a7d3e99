// printf and assert for lanes, and the end of a thread or of the run. Each thread appends records to its own
// buffer in device memory with plain stores; a record's words are the address of the format and the
// arguments. The host formats them after the launch, in order of time. An abort of a transaction undoes its
// output. Output that does not fit is counted.
#pragma once

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "indices.h"

namespace gputm_device {
/// Upper word of the cycle counter.
GPUTM_LIBRARY u32 upper_cycle() {
#if __riscv_xlen == 64
  u64 cycle;
  asm("csrr %0, 0xC00" : "=r"(cycle));
  return static_cast<u32>(cycle >> 32);
#else
  return GPUTM_CSR(0xC80);
#endif
}
}  // namespace gputm_device

extern "C" {

struct GputmMessages {
  u32 address, stride, threads;
};
/// Filled in by the launch. Present only in programs that print.
inline GputmMessages __gputm_messages;

/// As in C, without %n and long double; a string is cut after 255 characters.
__attribute__((format(printf, 1, 2), noinline)) inline int printf(const char* format, ...) {
  constexpr u32 kMostString = 255, kWordsOfLong = sizeof(long) / 4;
  // Volatile: the host writes it, and reads the stored records.
  const auto* messages = const_cast<volatile GputmMessages*>(&__gputm_messages);
  const u32 thread = thread_id();
  if (thread >= messages->threads) return 0;
  const gputm_device::Register address = messages->address + thread * messages->stride;
  auto* const area = reinterpret_cast<volatile u32*>(address);
  const u32 room = messages->stride / 4 - 2;
  const u32 begin = area[0];
  u32 used = begin;
  bool fits = true;
  const auto put = [&](u32 word) {
    if (used < room) {
      area[2 + used] = word;
      ++used;
    } else {
      fits = false;
    }
  };
  put(0);
  put(GPUTM_CSR(0xC00));
  put(gputm_device::upper_cycle());
  put(static_cast<u32>(reinterpret_cast<gputm_device::Register>(format)));
  va_list arguments;
  va_start(arguments, format);
  for (const char* at = format; *at != 0;) {
    if (*at++ != '%') continue;
    u32 longs = 0;
    for (;; ++at) {
      const char c = *at;
      if (c == '*') put(va_arg(arguments, u32));
      longs += c == 'l' || c == 'z' || c == 't' ? kWordsOfLong : c == 'j' ? 2 : 0;
      const bool before_letter = c == '*' || c == 'l' || c == 'j' || c == 'h' || c == 'z' || c == 't' ||
                                 c == '.' || c == '-' || c == '+' || c == ' ' || c == '#' ||
                                 (c >= '0' && c <= '9');
      if (!before_letter) break;
    }
    const char letter = *at;
    if (letter == 0) break;
    ++at;
    if (letter == 'p') longs = kWordsOfLong;
    if (letter == 'd' || letter == 'i' || letter == 'u' || letter == 'o' || letter == 'x' || letter == 'X' ||
        letter == 'c' || letter == 'p') {
      if (longs < 2) {
        put(va_arg(arguments, u32));
      } else {
        const u64 value = va_arg(arguments, u64);
        put(static_cast<u32>(value));
        put(static_cast<u32>(value >> 32));
      }
    } else if (letter == 's') {
      const char* text = va_arg(arguments, const char*);
      u32 length = 0;
      while (length < kMostString && text[length] != 0) ++length;
      put(length);
      for (u32 i = 0; i < length; i += 4) {
        u32 word = 0;
        for (u32 j = 0; j < 4 && i + j < length; ++j)
          word |= static_cast<u32>(static_cast<u8>(text[i + j])) << 8 * j;
        put(word);
      }
    } else if (letter != '%') {
      const u64 value = __builtin_bit_cast(u64, va_arg(arguments, double));
      put(static_cast<u32>(value));
      put(static_cast<u32>(value >> 32));
    }
  }
  va_end(arguments);
  if (fits) {
    area[2 + begin] = used - begin;
    area[0] = used;
  } else {
    area[1] = area[1] + 1;
  }
  return 0;
}

inline int puts(const char* text) { return printf("%s\n", text); }
#undef putchar  // a macro that writes to a file
inline int putchar(int letter) {
  printf("%c", letter);
  return letter;
}

/// Ends this thread. Nothing is closed, and functions registered with atexit() are not called.
__attribute__((noinline, noreturn)) inline void exit(int) {
  asm volatile("li a7, 93\n\tecall" ::: "a7", "memory");
  for (;;) {
  }
}
/// Ends the run with an error at the line of the call: each call has its own ebreak, which the label keeps
/// the compiler from merging with another.
__attribute__((always_inline, artificial, noreturn)) inline void abort() {
#ifdef __clang__
  asm volatile("fence rw, rw\n\tebreak" ::: "memory");
#else
here:
  asm volatile("fence rw, rw\n\tebreak" ::"i"(__extension__ && here) : "memory");
#endif
  for (;;) {
  }
}

__attribute__((noinline)) inline void __gputm_print_assertion(const char* file, int line,
                                                              const char* function, const char* expression) {
  printf("%s:%d: %s: assertion '%s' failed in thread %u\n", file, line, function ? function : "?", expression,
         thread_id());
}
/// Called by assert() of <assert.h>. The run fails when the message is in memory.
__attribute__((always_inline, artificial, noreturn)) inline void __assert_func(const char* file, int line,
                                                                               const char* function,
                                                                               const char* expression) {
  __gputm_print_assertion(file, line, function, expression);
  abort();
}

}  // extern "C"
