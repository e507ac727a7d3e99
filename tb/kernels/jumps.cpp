// Indirect jumps that send the lanes of a warp to different places.
#include "corpus.h"

namespace {

using Function = u32 (*)(u32* word, u32 value);

__attribute__((noinline)) u32 plus(u32* word, u32 value) { return *word += value, value + 1; }
__attribute__((noinline)) u32 plus_two(u32* word, u32 value) { return *word += 2, value * 3; }
__attribute__((noinline)) u32 nothing(u32*, u32 value) { return value ^ 0x55; }
Function volatile functions[3] = {plus, plus_two, nothing};

/// A tail call, which is a jump at -O2.
__attribute__((noinline)) u32 dispatch(u32* word, u32 value) {
  return functions[value % 3](word, value & 0xff);
}

__attribute__((noinline)) u32 choose(u32 v, u32 sum) {
  switch (v % 9) {
    case 0:
      return sum + 1;
    case 1:
      return sum * 3;
    case 2:
      return sum ^ v;
    case 3:
      return sum - 7;
    case 4:
      return sum | 1;
    case 5:
      return sum << 1;
    case 6:
      return sum + v;
    case 7:
      return ~sum;
    default:
      return sum >> 1;
  }
}

struct Shape {
  virtual u32 area(u32) const { return 0; }
};
struct Square : Shape {
  u32 area(u32 v) const override { return v * v; }
};
struct Line : Shape {
  u32 area(u32 v) const override { return v + 1; }
};
struct Box : Shape {
  u32 area(u32 v) const override { return v & 1 ? v * 6 : v; }
};

}  // namespace

KERNEL void jump_table(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32 sum = 0;
  for (u32 i = 0; i < 12; ++i) sum = choose(next(v) >> 16, sum);
  a->out[thread_id()] = sum;
}

KERNEL void jump_table_in_transaction(const Arguments* a) {
  u32 v = a->in[thread_id()];
  for (u32 i = 0; i < 4; ++i) {
    const u32 at = next(v) >> 8;
    u32* const words = a->words;
    tx_begin();
    switch (at % 8) {
      case 0:
        words[0] += 1;
        break;
      case 1:
        words[1] += 2;
        [[fallthrough]];
      case 2:
        words[2] += 3;
        break;
      case 3:
        words[3] += words[4] & 0;
        break;
      case 4:
        words[5] += 4;
        [[fallthrough]];
      case 5:
        words[6] += 5;
        break;
      case 6:
        words[7] += 6;
        break;
      default:
        words[8] += 7;
    }
    tx_commit();
  }
  a->out[thread_id()] = v;
}

KERNEL void function_pointers(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32 mine = 0;
  u32 sum = 0;
  for (u32 i = 0; i < 6; ++i) sum += functions[(next(v) >> 16) % 3](&mine, sum & 0xffff);
  a->out[thread_id()] = sum + mine;
}

KERNEL void tail_calls(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32 mine = 0;
  u32 sum = 0;
  for (u32 i = 0; i < 6; ++i) sum += dispatch(&mine, next(v) >> 8);
  a->out[thread_id()] = sum + mine;
}

KERNEL void tail_calls_in_transaction(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32 sum = 0;
  for (u32 i = 0; i < 6; ++i) {
    const u32 at = next(v) >> 8;
    tx_begin();
    sum += dispatch(&a->words[at % kWords], at >> 4);
    tx_commit();
  }
  a->out[thread_id()] = sum;
}

KERNEL void virtual_functions(const Arguments* a) {
  const Square square;
  const Line line;
  const Box box;
  const Shape* const shapes[3] = {&square, &line, &box};
  u32 v = a->in[thread_id()];
  u32 sum = 0;
  for (u32 i = 0; i < 6; ++i) sum += shapes[(next(v) >> 16) % 3]->area(sum & 0xff);
  a->out[thread_id()] = sum;
}
