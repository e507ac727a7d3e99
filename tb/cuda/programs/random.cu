// curand_kernel.h: XORWOW with subsequences and offsets against the generator stepped and its matrix squared
// on the host, Philox against Random123's known answers, moments of the distributions.
#include <curand_kernel.h>

#include <bitset>
#include <cmath>
#include <cstdint>
#include <vector>

#include "check.h"

/// Marsaglia's generator ("Xorshift RNGs", 2003), with cuRAND's seeds
struct Xorwow {
  std::uint32_t v[5], d;

  explicit Xorwow(std::uint64_t seed) {
    const std::uint32_t a = 1099087573U * (static_cast<std::uint32_t>(seed) ^ 0xaad26b49U);
    const std::uint32_t b = 2591861531U * (static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddU);
    v[0] = 123456789 + a, v[1] = 362436069 ^ a, v[2] = 521288629 + b, v[3] = 88675123 ^ b, v[4] = 5783321 + a;
    d = 6615241 + a + b;
  }
  std::uint32_t next() {
    const std::uint32_t t = v[0] ^ (v[0] >> 2);
    v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
    return (d += 362437) + v[4];
  }
};

/// The step's matrix over two elements: rows are what a unit becomes
using Matrix = std::vector<std::bitset<160>>;

Matrix step_matrix() {
  Matrix matrix(160);
  for (int i = 0; i < 160; ++i) {
    Xorwow unit(0);
    for (int w = 0; w < 5; ++w) unit.v[w] = w == i / 32 ? 1U << i % 32 : 0;
    unit.next();
    for (int j = 0; j < 160; ++j) matrix[i][j] = (unit.v[j / 32] >> j % 32 & 1) != 0;
  }
  return matrix;
}
std::bitset<160> applied(const Matrix& matrix, const std::bitset<160>& bits) {
  std::bitset<160> result;
  for (int i = 0; i < 160; ++i)
    if (bits[i]) result ^= matrix[i];
  return result;
}
Matrix squared(const Matrix& matrix) {
  Matrix result;
  for (const std::bitset<160>& row : matrix) result.push_back(applied(matrix, row));
  return result;
}

/// Skips `count` times 2^log2 steps.
void skip(Xorwow& generator, std::uint64_t count, int log2) {
  Matrix power = step_matrix();
  for (int i = 0; i < log2; ++i) power = squared(power);
  std::bitset<160> bits;
  for (int j = 0; j < 160; ++j) bits[j] = (generator.v[j / 32] >> j % 32 & 1) != 0;
  if (log2 == 0) generator.d += 362437 * static_cast<std::uint32_t>(count);
  for (; count != 0; count >>= 1, power = squared(power))
    if ((count & 1) != 0) bits = applied(power, bits);
  for (int w = 0; w < 5; ++w) {
    generator.v[w] = 0;
    for (int j = 0; j < 32; ++j) generator.v[w] |= static_cast<std::uint32_t>(bits[32 * w + j]) << j;
  }
}

struct Start {
  unsigned long long seed, subsequence, offset;
};

template <typename State>
__global__ void numbers(const Start* starts, unsigned* out) {
  State state;
  const Start& start = starts[threadIdx.x];
  curand_init(start.seed, start.subsequence, start.offset, &state);
  for (int i = 0; i < 5; ++i) out[5 * threadIdx.x + i] = curand(&state);
}

/// Sums and sums of squares
template <typename State>
__global__ void moments(double* out, int count) {
  State state;
  curand_init(7, threadIdx.x, 0, &state);
  double sums[6] = {};
  for (int i = 0; i < count; ++i) {
    const double uniform = curand_uniform(&state), normal = curand_normal(&state),
                 fine = curand_uniform_double(&state);
    if (!(uniform > 0 && uniform <= 1 && fine > 0 && fine <= 1)) sums[0] = 1e30;
    const double values[] = {uniform, uniform * uniform,           normal, normal * normal,
                             fine,    curand_normal_double(&state)};
    for (int j = 0; j < 6; ++j) sums[j] += values[j];
  }
  for (int j = 0; j < 6; ++j) atomicAdd(out + j, sums[j]);
}

template <typename State>
void check_moments() {
  constexpr int kThreads = 64, kCount = 40;
  double *device, out[6];
  CHECK_CUDA(cudaMalloc(&device, sizeof out));
  CHECK_CUDA(cudaMemset(device, 0, sizeof out));
  moments<State><<<1, kThreads>>>(device, kCount);
  CHECK_CUDA(cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost));
  // Means, each within five deviations of a mean of so many
  const double n = kThreads * kCount, expected[] = {0.5, 1.0 / 3, 0, 1, 0.5, 0},
               deviations[] = {std::sqrt(1.0 / 12), std::sqrt(4.0 / 45), 1,
                               std::sqrt(2.0),      std::sqrt(1.0 / 12), 1};
  for (int i = 0; i < 6; ++i) CHECK(std::fabs(out[i] / n - expected[i]) < 5 * deviations[i] / std::sqrt(n));
  CHECK_CUDA(cudaFree(device));
}

template <typename State>
std::vector<unsigned> numbers_of(const std::vector<Start>& starts) {
  Start* device;
  unsigned* out;
  std::vector<unsigned> results(5 * starts.size());
  CHECK_CUDA(cudaMalloc(&device, starts.size() * sizeof(Start)));
  CHECK_CUDA(cudaMalloc(&out, results.size() * sizeof(unsigned)));
  CHECK_CUDA(cudaMemcpy(device, starts.data(), starts.size() * sizeof(Start), cudaMemcpyHostToDevice));
  numbers<State><<<1, static_cast<unsigned>(starts.size())>>>(device, out);
  CHECK_CUDA(cudaMemcpy(results.data(), out, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
  return results;
}

int main() {
  const std::vector<Start> starts = {{0, 0, 0},
                                     {1234, 0, 0},
                                     {1234, 0, 3},
                                     {1234, 1, 0},
                                     {1234, 0x1f, 7},
                                     {~0ULL, 0, 0},
                                     {5, 0xfedcba9876543210, 0},
                                     {5, 3, 0x123456789}};
  const std::vector<unsigned> results = numbers_of<curandState>(starts);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    Xorwow generator(starts[i].seed);
    skip(generator, starts[i].subsequence, 67);
    if (starts[i].offset < 100) {
      for (unsigned j = 0; j < starts[i].offset; ++j) generator.next();
    } else {
      skip(generator, starts[i].offset, 0);
    }
    for (int j = 0; j < 5; ++j) CHECK(results[5 * i + j] == generator.next());
  }

  // Random123's kat_vectors, philox4x32 10: the zero key and counter. Four numbers a counter; a subsequence
  // is the upper half of the counter.
  const std::vector<unsigned> philox = numbers_of<curandStatePhilox4_32_10_t>(
      {{0, 0, 0}, {0, 0, 2}, {~0ULL, ~0ULL, ~0ULL}, {0, 5, 4}, {0, 5, 7}});
  const unsigned known[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  for (int i = 0; i < 4; ++i) CHECK(philox[i] == known[i]);
  CHECK(philox[5] == known[2] && philox[6] == known[3] && philox[7] == philox[4]);
  CHECK(philox[18] == philox[20] && philox[19] == philox[21]);

  check_moments<curandState>();
  check_moments<curandStatePhilox4_32_10_t>();
  std::printf("random numbers are right\n");
}
