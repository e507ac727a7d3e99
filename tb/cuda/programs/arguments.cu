// Kernels as templates and lambdas, and arguments of every kind: each is passed by a rule of its own.
#include <string>
#include <vector>

#include "check.h"

struct Empty {};
struct Pair {
  float real;
  short integer;
};
struct Two {
  float values[2];
};
struct Wide {
  double values[5];
  int count;
};
struct alignas(16) Aligned {
  long first, second;
};
struct Counted {  // passed by reference: its copies are its own matter
  int value;
  __host__ __device__ Counted(int of) : value(of) {}
  __host__ __device__ Counted(const Counted& other) : value(other.value + 1) {}
};
union Either {
  int integer;
  float real;
};
enum class Small : signed char { kMinus = -3 };

template <typename T>
__global__ void scale(T* values, T factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= factor;
}

template <typename F>
__global__ void for_each(int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

__global__ void mixed(double* out, Empty, Pair pair, Two two, Wide wide, Either either, Small small,
                      bool flag, float2 vector, float4 vector4, signed char letter, unsigned short number) {
  wide.count += threadIdx.x;  // each thread has a copy
  const double values[] = {
      pair.real,     double(pair.integer), two.values[1], wide.values[4], double(wide.count), either.real,
      double(small), double(flag),         vector.y,      vector4.w,      double(letter),     double(number)};
  if (threadIdx.x == 3)
    for (int i = 0; i < 12; ++i) out[i] = values[i];
}

/// More arguments than registers.
__global__ void many(double* out, long a, long b, long c, long d, long e, long f, Aligned g, int h, Wide i,
                     double j, double k, double l, double m, double n, double o, double p, double q, double r,
                     float s) {
  const double values[] = {double(a + b),
                           double(c + d),
                           double(e + f),
                           double(g.first),
                           double(g.second),
                           double(h),
                           i.values[2],
                           j + k + l + m + n + o + p + q,
                           r,
                           s};
  for (int x = 0; x < 10; ++x) out[x] = values[x];
}

__global__ void counted(int* out, Counted value, Counted other) {
  out[0] = value.value;
  out[1] = other.value;
}

namespace {
__global__ void hidden(int* out) { *out = 5; }
}  // namespace

class Object {
 public:
  explicit Object(int* values) : values_(values) {}
  void run() {
    for_each<<<1, 32>>>(32, [values = values_] __device__(int i) { values[i] = i * i; });
  }

 private:
  int* values_;
};

int main() {
  double* device;
  CHECK_CUDA(cudaMalloc(&device, 64 * sizeof(double)));
  std::vector<double> out(64);
  const auto fetch = [&] {
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaMemcpy(out.data(), device, 64 * sizeof(double), cudaMemcpyDeviceToHost));
  };
  Wide wide = {{1, 2, 3, 4, 5.5}, 100};
  Either either;
  either.real = 0.25f;
  mixed<<<1, 32>>>(device, Empty(), Pair{1.5f, -7}, Two{{2, 3}}, wide, either, Small::kMinus, true,
                   make_float2(8, 9), make_float4(1, 2, 3, 4), -5, 65535);
  fetch();
  const double expected[] = {1.5, -7, 3, 5.5, 103, 0.25, -3, 1, 9, 4, -5, 65535};
  for (int i = 0; i < 12; ++i) CHECK(out[i] == expected[i]);

  many<<<1, 1>>>(device, 1, 2, 3, 4, 5, 6, Aligned{70, 80}, -9, wide, 1, 2, 3, 4, 5, 6, 7, 8, 99.5, 0.125f);
  fetch();
  const double expected_many[] = {3, 7, 11, 70, 80, -9, 3, 36, 99.5, 0.125};
  for (int i = 0; i < 10; ++i) CHECK(out[i] == expected_many[i]);

  int* ints;
  CHECK_CUDA(cudaMalloc(&ints, 32 * sizeof(int)));
  std::vector<int> host(32);
  const auto fetch_ints = [&] { CHECK_CUDA(cudaMemcpy(host.data(), ints, 128, cudaMemcpyDeviceToHost)); };
  const Counted ten(10);
  counted<<<1, 1>>>(ints, ten, Counted(20));
  fetch_ints();
  CHECK(host[0] == 11 && host[1] == 20);
  hidden<<<1, 1>>>(ints);
  fetch_ints();
  CHECK(host[0] == 5);
  Object(ints).run();
  fetch_ints();
  for (int i = 0; i < 32; ++i) CHECK(host[i] == i * i);
  scale<<<1, 32>>>(ints, 3, 32);
  for_each<<<1, 32>>>(32, [] __device__(int) {});
  const int offset = 1000;
  const double factor = 0.5;
  for_each<<<2, 16>>>(32, [=] __device__(int i) { ints[i] = int(factor * ints[i]) + offset; });
  fetch_ints();
  for (int i = 0; i < 32; ++i) CHECK(host[i] == 3 * i * i / 2 + 1000);
  std::printf("arguments are right\n");
}
