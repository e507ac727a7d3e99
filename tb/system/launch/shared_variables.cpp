// SHARED variables wherever C++ allows static ones. Each kernel stores the value that its block has written:
// if blocks shared the variable, some would see another block's number.
#include <gputm.h>

namespace {

/// The block's number, written to `where` by thread 0 and read by the last thread.
GPUTM_INLINE u32 through(volatile u32* where) {
  if (thread_in_block() == 0) *where = block_id() + 1;
  barrier();
  const u32 seen = *where;
  barrier();
  return seen;
}

template <int N>
GPUTM_INLINE u32 in_static_template() {
  SHARED u32 tile[N];
  return through(&tile[N - 1]);
}
template <int N>
__attribute__((noinline)) u32 in_anonymous_template() {
  SHARED u32 tile[N];
  return through(&tile[N - 1]);
}

SHARED u32 at_namespace_scope[3];
SHARED u8 one_byte;
SHARED u32 aligned __attribute__((aligned(64)));

}  // namespace

template <typename T>
__attribute__((noinline)) u32 in_template(T) {
  SHARED u32 tile[sizeof(T)];
  return through(&tile[sizeof(T) - 1]);
}
inline u32 in_inline() {
  SHARED u32 word;
  return through(&word);
}

struct Tile {
  SHARED inline u32 member[4];
  SHARED u32 declared[4];
  u32 method() {
    SHARED u32 word;
    return through(&word);
  }
};
u32 Tile::declared[4];

template <typename T>
struct Pool {
  SHARED inline T member[4];
  SHARED T declared[32];
  template <int N>
  u32 method() {
    SHARED T tile[N];
    return through(&tile[0]);
  }
};
template <typename T>
T Pool<T>::declared[32];

template <typename T>
SHARED T variable_template[2];

struct Pair {
  u32 first = 0, second = 0;
};
extern "C" u32 in_c_function() {
  SHARED Pair pair;
  return through(&pair.second);
}

constexpr u32 kPlaces = 18;

KERNEL void places(u32* out) {
  SHARED u32 in_kernel[2];
  u32 seen[kPlaces];
  u32 n = 0;
  seen[n++] = through(&in_kernel[1]);
  seen[n++] = through(&at_namespace_scope[2]);
  seen[n++] = through(&aligned) | (reinterpret_cast<uintptr_t>(&aligned) & 63) << 8;
  seen[n++] = in_static_template<3>();
  seen[n++] = in_static_template<4>();
  seen[n++] = in_anonymous_template<5>();
  seen[n++] = in_template(1);
  seen[n++] = in_template('a');
  seen[n++] = in_inline();
  seen[n++] = through(&Tile::member[1]);
  seen[n++] = through(&Tile::declared[1]);
  seen[n++] = Tile().method();
  seen[n++] = through(&Pool<u32>::member[3]);
  seen[n++] = through(&Pool<u32>::declared[31]);
  seen[n++] = Pool<u32>().method<6>();
  seen[n++] = through(&variable_template<u32>[1]);
  seen[n++] = in_c_function();
  seen[n++] = [](auto x) {
    SHARED u32 word;
    return through(&word) + x;
  }(0u);
  one_byte += 1;
  for (u32 i = 0; i < kPlaces; ++i) out[thread_id() * kPlaces + i] = seen[i];
}

/// Distinct variables, initially zero.
KERNEL void apart(u32* out) {
  volatile u32* const all[] = {Pool<u32>::member, Pool<u32>::declared, Tile::member, Tile::declared,
                               at_namespace_scope};
  for (u32 i = 0; i < 5; ++i) out[i] = all[i][1];
  for (u32 i = 0; i < 5; ++i) all[i][1] = i + 1;
  for (u32 i = 0; i < 5; ++i) out[5 + i] = all[i][1];
}
