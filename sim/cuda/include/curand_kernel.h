// Random numbers in kernels, as cuRAND's documentation has them: XORWOW (the default) and Philox4x32-10, with
// subsequences and offsets. curand() gives cuRAND's numbers; distributions are computed by its formulas.
// Other generators, Poisson's distribution and the host's API are not there.
#pragma once

#include "cuda_runtime.h"

#ifdef __CUDACC__

#include "gputm/xorwow_jumps.h"

#define GPUTM_RANDOM static __device__ GPUTM_FORCEINLINE

struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;

struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace gputm_random {

GPUTM_RANDOM void step(unsigned* v) {
  const unsigned t = v[0] ^ v[0] >> 2;
  for (int i = 0; i < 4; ++i) v[i] = v[i + 1];
  v[4] = (v[4] ^ v[4] << 4) ^ (t ^ t << 1);
}

/// Applies a polynomial of the step to the state.
static __device__ __attribute__((noinline)) inline void jump(unsigned* v, const unsigned* polynomial) {
  unsigned sum[5] = {};
  for (int i = 0; i < 160; ++i) {
    const unsigned wanted = 0 - (polynomial[i / 32] >> i % 32 & 1);
    for (int w = 0; w < 5; ++w) sum[w] ^= v[w] & wanted;
    step(v);
  }
  for (int w = 0; w < 5; ++w) v[w] = sum[w];
}

GPUTM_RANDOM uint4 philox_rounds(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xD2511F53ULL * counter.x, b = 0xCD9E8D57ULL * counter.z;
    counter = {(unsigned)(b >> 32) ^ counter.y ^ key.x, (unsigned)b, (unsigned)(a >> 32) ^ counter.w ^ key.y,
               (unsigned)a};
    key.x += 0x9E3779B9;
    key.y += 0xBB67AE85;
  }
  return counter;
}

/// Adds to the lower half of the counter, with a carry into the upper one.
GPUTM_RANDOM void advance(curandStatePhilox4_32_10* state, unsigned long long count) {
  const unsigned long long low = state->ctr.x | (unsigned long long)state->ctr.y << 32, sum = low + count;
  state->ctr.x = (unsigned)sum;
  state->ctr.y = (unsigned)(sum >> 32);
  if (sum < low && ++state->ctr.z == 0) ++state->ctr.w;
}

}  // namespace gputm_random

// XORWOW
GPUTM_RANDOM void skipahead(unsigned long long count, curandStateXORWOW* state) {
  state->d += 362437 * (unsigned)count;
  for (int i = 0; count != 0; ++i, count >>= 1)
    if ((count & 1) != 0) gputm_random::jump(state->v, gputm_random::kSteps[i]);
}
GPUTM_RANDOM void skipahead_sequence(unsigned long long count, curandStateXORWOW* state) {
  for (int i = 0; count != 0; ++i, count >>= 4)
    if ((count & 15) != 0) gputm_random::jump(state->v, gputm_random::kSubsequences[i][(count & 15) - 1]);
}
GPUTM_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence,
                              unsigned long long offset, curandStateXORWOW* state) {
  const unsigned a = 1099087573U * ((unsigned)seed ^ 0xaad26b49U);
  const unsigned b = 2591861531U * ((unsigned)(seed >> 32) ^ 0xf7dcefddU);
  *state = {
      6615241 + b + a, {123456789 + a, 362436069 ^ a, 521288629 + b, 88675123 ^ b, 5783321 + a}, 0, 0, 0, 0};
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}
GPUTM_RANDOM unsigned curand(curandStateXORWOW* state) {
  gputm_random::step(state->v);
  state->d += 362437;
  return state->v[4] + state->d;
}

// Philox4x32-10
GPUTM_RANDOM void skipahead(unsigned long long count, curandStatePhilox4_32_10* state) {
  state->STATE += (unsigned)(count & 3);
  count /= 4;
  if (state->STATE > 3) {
    ++count;
    state->STATE -= 4;
  }
  gputm_random::advance(state, count);
  state->output = gputm_random::philox_rounds(state->ctr, state->key);
}
GPUTM_RANDOM void skipahead_sequence(unsigned long long count, curandStatePhilox4_32_10* state) {
  const unsigned long long sum = (state->ctr.z | (unsigned long long)state->ctr.w << 32) + count;
  state->ctr.z = (unsigned)sum;
  state->ctr.w = (unsigned)(sum >> 32);
  state->output = gputm_random::philox_rounds(state->ctr, state->key);
}
GPUTM_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence,
                              unsigned long long offset, curandStatePhilox4_32_10* state) {
  *state = {};
  state->key = {(unsigned)seed, (unsigned)(seed >> 32)};
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}
GPUTM_RANDOM unsigned curand(curandStatePhilox4_32_10* state) {
  const unsigned words[] = {state->output.x, state->output.y, state->output.z, state->output.w};
  const unsigned result = words[state->STATE];
  if (++state->STATE == 4) {
    state->STATE = 0;
    gputm_random::advance(state, 1);
    state->output = gputm_random::philox_rounds(state->ctr, state->key);
  }
  return result;
}
GPUTM_RANDOM uint4 curand4(curandStatePhilox4_32_10* state) {
  uint4 result;
  result.x = curand(state);
  result.y = curand(state);
  result.z = curand(state);
  result.w = curand(state);
  return result;
}

// Distributions: uniform in (0, 1], normal by Box and Muller, whose second number is the next one
namespace gputm_random {

GPUTM_RANDOM float uniform(unsigned x) { return x * 2.3283064e-10f + 2.3283064e-10f / 2; }
GPUTM_RANDOM double uniform(unsigned x, unsigned y) {
  return (x ^ (unsigned long long)y << (53 - 32)) * 0x1p-53 + 0x1p-54;
}
GPUTM_RANDOM float2 normal(unsigned x, unsigned y) {
  const float u = uniform(x), angle = y * (2.3283064e-10f * 6.2831855f) + 2.3283064e-10f * 6.2831855f / 2;
  const float radius = sqrtf(-2 * logf(u));
  return {radius * sinf(angle), radius * cosf(angle)};
}
GPUTM_RANDOM double2 normal(double u, double v) {
  const double radius = sqrt(-2 * log(u)), angle = 2 * 3.1415926535897932 * v;
  return {radius * sin(angle), radius * cos(angle)};
}

}  // namespace gputm_random

template <typename State>
GPUTM_RANDOM float curand_uniform(State* state) {
  return gputm_random::uniform(curand(state));
}
template <typename State>
GPUTM_RANDOM double curand_uniform_double(State* state) {
  const unsigned x = curand(state), y = curand(state);
  return gputm_random::uniform(x, y);
}
template <typename State>
GPUTM_RANDOM float2 curand_normal2(State* state) {
  const unsigned x = curand(state), y = curand(state);
  return gputm_random::normal(x, y);
}
template <typename State>
GPUTM_RANDOM double2 curand_normal2_double(State* state) {
  const double u = curand_uniform_double(state), v = curand_uniform_double(state);
  return gputm_random::normal(u, v);
}
template <typename State>
GPUTM_RANDOM float curand_normal(State* state) {
  if (state->boxmuller_flag != 0) {
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
  }
  const float2 pair = curand_normal2(state);
  state->boxmuller_extra = pair.y;
  state->boxmuller_flag = 1;
  return pair.x;
}
template <typename State>
GPUTM_RANDOM double curand_normal_double(State* state) {
  if (state->boxmuller_flag_double != 0) {
    state->boxmuller_flag_double = 0;
    return state->boxmuller_extra_double;
  }
  const double2 pair = curand_normal2_double(state);
  state->boxmuller_extra_double = pair.y;
  state->boxmuller_flag_double = 1;
  return pair.x;
}
template <typename State>
GPUTM_RANDOM float curand_log_normal(State* state, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(state));
}
template <typename State>
GPUTM_RANDOM double curand_log_normal_double(State* state, double mean, double deviation) {
  return exp(mean + deviation * curand_normal_double(state));
}
GPUTM_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  const uint4 words = curand4(state);
  return {gputm_random::uniform(words.x), gputm_random::uniform(words.y), gputm_random::uniform(words.z),
          gputm_random::uniform(words.w)};
}
GPUTM_RANDOM float4 curand_normal4(curandStatePhilox4_32_10* state) {
  const uint4 words = curand4(state);
  const float2 first = gputm_random::normal(words.x, words.y),
               second = gputm_random::normal(words.z, words.w);
  return {first.x, first.y, second.x, second.y};
}

#undef GPUTM_RANDOM

#endif
