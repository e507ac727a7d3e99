// cuda_fp16.h: all numbers converted there and back, arithmetic on host and device against what 80-bit and
// integer arithmetic gives, rounding at every kind of boundary.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "check.h"

/// Value of a finite number, from its definition.
long double value_of(unsigned short bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const long double magnitude = exponent == 0 ? std::ldexp((long double)fraction, -24)
                                              : std::ldexp((long double)(fraction + 1024), exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

/// The nearest number, ties to even, by search among all of one sign.
unsigned short nearest(long double value) {
  if (value != value) return 0x7fff;
  const unsigned short sign = std::signbit(value) ? 0x8000 : 0;
  const long double magnitude = std::fabs(value);
  if (magnitude >= 65520) return sign | 0x7c00;
  unsigned short low = 0, high = 0x7c00;  // low is not above, high is
  while (high - low > 1) {
    const unsigned short middle = (low + high) / 2;
    (value_of(middle) <= magnitude ? low : high) = middle;
  }
  const long double next = high == 0x7c00 ? 65536 : value_of(high);
  const long double below = magnitude - value_of(low), above = next - magnitude;
  if (below < above || (below == above && low % 2 == 0)) return sign | low;
  return sign | high;
}

struct Results {
  unsigned short sum, difference, product, quotient, fused, root, widened, less;
};

__host__ __device__ Results compute(__half a, __half b, __half c) {
  return {__half_as_ushort(a + b),
          __half_as_ushort(__hsub(a, b)),
          __half_as_ushort(a * b),
          __half_as_ushort(__hdiv(a, b)),
          __half_as_ushort(__hfma(a, b, c)),
          __half_as_ushort(hsqrt(__habs(a))),
          __half_as_ushort(__float2half(__half2float(c))),
          (unsigned short)(a < b)};
}

__global__ void compute_all(const unsigned short* in, Results* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = compute(__ushort_as_half(in[3 * i]), __ushort_as_half(in[3 * i + 1]),
                     __ushort_as_half(in[3 * i + 2]));
}

/// Sums by pairs, as kernels of linear algebra have it.
__global__ void dot(const __half2* a, const __half2* b, float* out, __half* sum) {
  __half2 part = __float2half2_rn(0.0f);
  for (int i = threadIdx.x; i < 64; i += 32) part = __hfma2(a[i], __ldg(b + i), part);
  __half total = __low2half(part) + __high2half(part);
  for (int step = 16; step > 0; step /= 2) total += __shfl_down_sync(0xffffffff, total, step);
  if (threadIdx.x == 0) *out = __half2float(total);
  atomicAdd(sum, __float2half(0.5f));
}

bool same(unsigned short a, unsigned short b) {
  const bool nan_a = (a & 0x7fff) > 0x7c00, nan_b = (b & 0x7fff) > 0x7c00;
  return nan_a ? nan_b : a == b;
}

int main() {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const __half value = __ushort_as_half(bits);
    if (__hisnan(value)) continue;
    if (!__hisinf(value)) CHECK(__half2float(value) == (float)value_of(bits));
    CHECK(__half_as_ushort(__float2half_rn(__half2float(value))) == bits);
    if (__hisinf(value)) continue;
    // In the middle between this one and the next, and one unit of 64 bits to both sides
    const double middle =
        (double)((value_of(bits) +
                  ((bits & 0x7fff) == 0x7bff ? (bits & 0x8000 ? -65536.0L : 65536.0L) : value_of(bits + 1))) /
                 2);
    for (const double near : {middle, std::nextafter(middle, 1e9), std::nextafter(middle, -1e9)}) {
      CHECK(__half_as_ushort(__double2half(near)) == nearest(near));
      const long double up = value_of(__half_as_ushort(__float2half_ru((float)middle)) & 0xffff);
      if (std::fabs(middle) < 65504) CHECK(up >= (float)middle);
    }
  }
  CHECK(__half_as_ushort(__float2half_rd(-1e-30f)) == 0x8001 &&
        __half_as_ushort(__float2half_rz(1e9f)) == 0x7bff);
  CHECK(__half2int_rz(__float2half(-2.5f)) == -2 && __half2int_rn(__float2half(2.5f)) == 2 &&
        __half2int_ru(__float2half(2.1f)) == 3);
  CHECK(__half2ushort_rn(__float2half(-3.f)) == 0 && __half2short_rn(__ushort_as_half(0x7c00)) == 32767);

  std::uint64_t state = 12345;
  const auto next = [&] {
    return (unsigned short)((state = state * 6364136223846793005u + 1442695040888963407u) >> 40);
  };
  constexpr int kCount = 2000;
  std::vector<unsigned short> in(3 * kCount);
  for (int i = 0; i < kCount; ++i) {
    for (int j = 0; j < 3; ++j) in[3 * i + j] = next();
    // Addends of every distance, which a double cannot hold together with the product
    if (i % 3 == 0) in[3 * i + 2] = (unsigned short)(i % 1024 + 1);
    if (i % 5 == 0) in[3 * i] = 0x0001, in[3 * i + 1] = (unsigned short)(0x3800 + i % 64);
  }
  unsigned short* device_in;
  Results* device_out;
  std::vector<Results> out(kCount);
  CHECK_CUDA(cudaMalloc(&device_in, in.size() * 2));
  CHECK_CUDA(cudaMalloc(&device_out, kCount * sizeof(Results)));
  CHECK_CUDA(cudaMemcpy(device_in, in.data(), in.size() * 2, cudaMemcpyHostToDevice));
  compute_all<<<(kCount + 127) / 128, 128>>>(device_in, device_out, kCount);
  CHECK_CUDA(cudaMemcpy(out.data(), device_out, kCount * sizeof(Results), cudaMemcpyDeviceToHost));
  for (int i = 0; i < kCount; ++i) {
    const unsigned short bits[] = {in[3 * i], in[3 * i + 1], in[3 * i + 2]};
    const __half a = __ushort_as_half(bits[0]), b = __ushort_as_half(bits[1]), c = __ushort_as_half(bits[2]);
    const Results host = compute(a, b, c);
    const Results& device = out[i];
    CHECK(same(host.sum, device.sum) && same(host.product, device.product) &&
          same(host.quotient, device.quotient));
    CHECK(same(host.fused, device.fused) && same(host.root, device.root) && host.less == device.less);
    if (__hisnan(a) || __hisinf(a) || __hisnan(b) || __hisinf(b) || __hisnan(c) || __hisinf(c)) continue;
    const long double x = value_of(bits[0]), y = value_of(bits[1]), z = value_of(bits[2]);
    CHECK(same(device.sum, nearest(x + y)) && same(device.difference, nearest(x - y)));
    CHECK(same(device.product, nearest(x * y)));
    if (y != 0) CHECK(same(device.quotient, nearest(x / y)));
    CHECK(same(device.root, nearest(std::sqrt(std::fabs(x)))) && same(device.widened, bits[2]));
    CHECK(device.less == (x < y));
    // 2^48 times a product of two is whole, and so is an addend: exact in 128 bits
    const __int128 exact = (__int128)(x * y * 0x1p48L) + (__int128)(z * 0x1p48L);
    const unsigned __int128 magnitude = exact < 0 ? -exact : exact;
    int bits_left = 0;
    while (magnitude >> bits_left != 0) ++bits_left;
    const int drop = bits_left > 60 ? bits_left - 60 : 0;  // kept below as a sticky bit
    const bool sticky = (magnitude & (((unsigned __int128)1 << drop) - 1)) != 0;
    const long double rounded =
        std::ldexp((long double)((std::uint64_t)(magnitude >> drop) | (sticky ? 1 : 0)), drop - 48);
    if (exact != 0) CHECK(same(device.fused, nearest(exact < 0 ? -rounded : rounded)));
  }

  std::vector<__half2> left(64), right(64);
  float expected = 0;
  for (int i = 0; i < 64; ++i) {
    left[i] = __floats2half2_rn(i % 7, 1);
    right[i] = __halves2half2(__int2half_rn(2), __float2half(0.25f * (i % 4)));
    expected += i % 7 * 2 + 0.25f * (i % 4);
  }
  __half2 *a, *b;
  float* result;
  __half* sum;
  CHECK_CUDA(cudaMalloc(&a, 256));
  CHECK_CUDA(cudaMalloc(&b, 256));
  CHECK_CUDA(cudaMalloc(&result, 4));
  CHECK_CUDA(cudaMalloc(&sum, 2));
  CHECK_CUDA(cudaMemcpy(a, left.data(), 256, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(b, right.data(), 256, cudaMemcpyHostToDevice));
  const __half one = __float2half(1.0f);
  CHECK_CUDA(cudaMemcpy(sum, &one, 2, cudaMemcpyHostToDevice));
  dot<<<1, 32>>>(a, b, result, sum);
  float product = 0;
  __half total;
  CHECK_CUDA(cudaMemcpy(&product, result, 4, cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaMemcpy(&total, sum, 2, cudaMemcpyDeviceToHost));
  CHECK(product == expected);  // all sums are exact
  CHECK(__half2float(total) == 17);
  std::printf("numbers of 16 bits are right\n");
}
