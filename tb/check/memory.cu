// Accesses outside of buffers, and memory that was freed or never written.
#include "faults.h"

template <bool faulty>
__global__ void halo(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int right = 0;
  if (faulty || i + 1 < n) right = in[i + 1];  // fault: memory: out of bounds
  out[i] = in[i] + right;
}

template <bool faulty>
__global__ void left_halo(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int left = faulty || i > 0 ? in[i - 1] : 0;  // fault: memory: out of bounds
  out[i] = in[i] - left;
}

template <bool faulty>
__global__ void no_bound(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!faulty && i >= n) return;
  data[i] = 2.0f * i;  // fault: memory: out of bounds
}

template <bool faulty>
__global__ void wrong_stride(const int* matrix, int* sums, int rows, int columns) {
  int column = threadIdx.x;
  int sum = 0;
  for (int row = 0; row < rows; ++row)
    sum += matrix[row * (faulty ? columns + 1 : columns) + column];  // fault: memory: out of bounds
  sums[column] = sum;
}

template <bool faulty>
__global__ void inclusive_loop(const char* text, int* length, int n) {
  int count = 0;
  for (int i = 0; faulty ? i <= n : i < n; ++i)
    if (text[i] != 0) ++count;  // fault: memory: out of bounds
  *length = count;
}

template <bool faulty>
__global__ void gather(const int* in, const int* index, int* out, int n) {
  int i = threadIdx.x;
  int j = index[i];
  if (faulty || j < n) out[i] = in[j];  // fault: memory: out of bounds
}

template <bool faulty>
__global__ void no_result(int* result, int* found) {
  if (threadIdx.x == 7 && (faulty || result != nullptr)) *result = 7;  // fault: memory: out of bounds
  *found = 1;
}

extern __shared__ int tile[];

template <bool faulty>
__global__ void shared_halo(const int* in, int* out) {
  int t = threadIdx.x;
  tile[t] = in[t];
  if (t == 0 || faulty) tile[t + 1] = 0;  // fault: memory: out of bounds
  __syncthreads();
  out[t] = tile[0];
}

template <bool faulty>
__global__ void packed_records(const char* bytes, int* out) {
  out[threadIdx.x] =
      *reinterpret_cast<const int*>(bytes + (faulty ? 5 : 8) * threadIdx.x);  // fault: memory: misaligned
}

template <bool faulty>
__global__ void read_old(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // fault: memory: use after free
}

template <bool faulty>
__global__ void accumulate(const int* in, int* out) {
  int i = threadIdx.x;
  if (!faulty) out[i] = 0;
  out[i] += in[i];  // fault: memory: uninitialised
}

template <bool faulty>
__global__ void total(const int* in, unsigned long long* sum) {
  if (!faulty && threadIdx.x == 0) *sum = 0;
  __syncthreads();
  atomicAdd(sum, in[threadIdx.x]);  // fault: memory: uninitialised
}

template <bool faulty>
__global__ void block_total(const int* in, int* out) {
  __shared__ int sum;
  if (!faulty && threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);  // fault: memory: uninitialised
  __syncthreads();
  if (threadIdx.x == 0) *out = sum;
}

template <bool faulty>
__global__ void short_copy(const double* in, double* out) {
  out[threadIdx.x] = in[threadIdx.x] * 0.5;  // fault: memory: uninitialised
}

struct Record {
  double value;
  int key;  // and 4 bytes of padding, which nothing writes
};

/// Copies of padding are no fault.
template <bool faulty>
__global__ void padding(Record* records, Record* copies) {
  int i = threadIdx.x;
  records[i].value = i;
  if (!faulty || i != 3) records[i].key = i;
  copies[i] = records[i];  // fault: memory: uninitialised
}

int main(int count, char** arguments) {
  const bool faulty = is_faulty(count, arguments);
  int* out = zeros(4096);
  RUN(halo, 2, 32, counting(64), out, 64);
  RUN(left_halo, 2, 32, counting(64), out, 60);
  RUN(no_bound, 4, 32, uninitialised<float>(100), 100);
  RUN(wrong_stride, 1, 4, counting(64 * 4), out, 64, 4);
  RUN(inclusive_loop, 1, 1, counting<char>(33), out, 33);
  int* index = counting(32);
  RUN(gather, 1, 32, counting(32), index, out, 32);
  RUN(no_result, 1, 32, static_cast<int*>(nullptr), out);
  if (faulty)
    shared_halo<true><<<1, 32, 32 * sizeof(int)>>>(index, out);
  else
    shared_halo<false><<<1, 32, 33 * sizeof(int)>>>(index, out);
  RUN(packed_records, 1, 8, counting<char>(100), out);
  int* old = counting(32);
  if (faulty) cudaFree(old);
  RUN(read_old, 1, 32, old, out);
  if (!faulty) cudaFree(old);
  RUN(accumulate, 1, 32, index, uninitialised<int>(32));
  RUN(total, 1, 32, index, uninitialised<unsigned long long>(1));
  RUN(block_total, 1, 32, index, out);
  double half[32] = {};
  double* doubles = uninitialised<double>(32);
  cudaMemcpy(doubles, half, (faulty ? 31 : 32) * sizeof(double), cudaMemcpyHostToDevice);
  RUN(short_copy, 1, 32, doubles, uninitialised<double>(32));
  RUN(padding, 1, 32, uninitialised<Record>(32), uninitialised<Record>(32));
  cudaDeviceSynchronize();
}
