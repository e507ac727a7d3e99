// Streams: kernels of different streams run together, those of one stream in order; copies, events and calls
// of the host between them; the default stream waits for all, and all for it.
#include <vector>

#include "check.h"

/// Takes about `steps` times the latency of the memory; the result depends on what was there.
__global__ void slow(int* value, int add, int steps) {
  int sum = add;
  for (int i = 0; i < steps; ++i) sum += *(volatile int*)(value + 1 + i % 8);
  if (threadIdx.x == 0) value[0] = value[0] * 3 + sum;
}

__global__ void fill(int* values, int count, int value) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    values[i] = value + i;
}

/// One waits for the other: both must be on the machine.
__global__ void wait_for(volatile int* flags, int mine, int other) {
  flags[mine] = 1;
  while (flags[other] == 0) {
  }
}

float time_of(cudaStream_t one, cudaStream_t other, int* values) {
  cudaEvent_t start, end, joined;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&end));
  CHECK_CUDA(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
  CHECK_CUDA(cudaMemset(values, 0, 128));
  CHECK_CUDA(cudaEventRecord(start, one));
  slow<<<1, 32, 0, one>>>(values, 1, 200);
  slow<<<1, 32, 0, other>>>(values + 16, 2, 200);
  CHECK_CUDA(cudaEventRecord(joined, other));
  CHECK_CUDA(cudaStreamWaitEvent(one, joined, 0));
  CHECK_CUDA(cudaEventRecord(end, one));
  CHECK_CUDA(cudaEventSynchronize(end));
  float milliseconds = 0;
  CHECK_CUDA(cudaEventElapsedTime(&milliseconds, start, end));
  CHECK(cudaEventElapsedTime(&milliseconds, start, joined) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  CHECK_CUDA(cudaEventElapsedTime(&milliseconds, start, end));
  for (const cudaEvent_t event : {start, end, joined}) CHECK_CUDA(cudaEventDestroy(event));
  int results[17];
  CHECK_CUDA(cudaMemcpy(results, values, sizeof results, cudaMemcpyDeviceToHost));
  CHECK(results[0] == 1 && results[16] == 2);
  return milliseconds;
}

void count_calls(void* calls) { ++*static_cast<int*>(calls); }
void note_callback(cudaStream_t, cudaError_t status, void* calls) {
  *static_cast<int*>(calls) += status == cudaSuccess ? 10 : 1000;
}

int main() {
  cudaStream_t a, b, c;
  CHECK_CUDA(cudaStreamCreate(&a));
  CHECK_CUDA(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  CHECK_CUDA(cudaStreamCreate(&c));
  int* values;
  CHECK_CUDA(cudaMalloc(&values, 4096));

  const float together = time_of(a, b, values), apart = time_of(a, a, values);
  CHECK(together < 0.6f * apart && together > 0.4f * apart);

  wait_for<<<1, 1, 0, a>>>(values + 100, 0, 1);
  wait_for<<<1, 1, 0, b>>>(values + 100, 1, 0);
  CHECK_CUDA(cudaDeviceSynchronize());

  // In order within a stream: 0 -> 5 -> 3 * 5 + 7 -> ...
  CHECK_CUDA(cudaMemset(values, 0, 4096));
  slow<<<1, 32, 0, a>>>(values, 5, 1);
  slow<<<1, 32, 0, b>>>(values + 16, 1, 40);
  slow<<<1, 32, 0, a>>>(values, 7, 1);
  slow<<<1, 32, 0, c>>>(values + 32, 1, 30);
  slow<<<1, 32, 0, a>>>(values, 11, 1);
  int result = 0;
  CHECK_CUDA(cudaMemcpyAsync(&result, values, 4, cudaMemcpyDeviceToHost, a));  // pageable: waits
  CHECK(result == (5 * 3 + 7) * 3 + 11);

  // b takes over from a at an event, though it has been recorded for something else later.
  cudaEvent_t event;
  CHECK_CUDA(cudaEventCreate(&event));
  slow<<<1, 32, 0, a>>>(values + 48, 2, 50);
  CHECK_CUDA(cudaEventRecord(event, a));
  CHECK_CUDA(cudaStreamWaitEvent(b, event, 0));
  slow<<<1, 32, 0, b>>>(values + 48, 4, 1);
  CHECK_CUDA(cudaEventRecord(event, c));
  CHECK_CUDA(cudaStreamSynchronize(b));
  CHECK_CUDA(cudaMemcpy(&result, values + 48, 4, cudaMemcpyDeviceToHost));
  CHECK(result == 2 * 3 + 4);
  CHECK_CUDA(cudaEventQuery(event));

  // Parts of an array by streams, as programs overlap copies with kernels; pinned and paged memory.
  constexpr int kCount = 3000, kParts = 6;
  int *pinned, calls = 0;
  std::vector<int> paged(kCount);
  int* device;
  CHECK_CUDA(cudaMallocHost(&pinned, kCount * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&device, kCount * sizeof(int)));
  const int part = kCount / kParts;
  const cudaStream_t streams[] = {a, b, c};
  for (int i = 0; i < kParts; ++i) {
    const cudaStream_t stream = streams[i % 3];
    CHECK_CUDA(cudaMemsetAsync(device + i * part, 0, part * sizeof(int), stream));
    fill<<<2, 64, 0, stream>>>(device + i * part, part, i * part);
    CHECK_CUDA(cudaMemcpyAsync(pinned + i * part, device + i * part, part * sizeof(int),
                               cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaLaunchHostFunc(stream, count_calls, &calls));
  }
  CHECK_CUDA(cudaStreamAddCallback(a, note_callback, &calls, 0));
  for (const cudaStream_t stream : streams) CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK(calls == kParts + 10);
  for (int i = 0; i < kCount; ++i) CHECK(pinned[i] == i);
  for (int i = 0; i < kCount; ++i) paged[i] = -i;
  CHECK_CUDA(cudaMemcpyAsync(device, paged.data(), kCount * sizeof(int), cudaMemcpyHostToDevice, a));
  paged.assign(kCount, 0);  // its contents were taken
  CHECK_CUDA(cudaStreamSynchronize(a));
  CHECK_CUDA(cudaMemcpy(paged.data(), device, kCount * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < kCount; ++i) CHECK(paged[i] == -i);

  // The default stream waits for others, and they for it.
  slow<<<1, 32, 0, c>>>(values + 64, 1, 60);
  slow<<<1, 32>>>(values + 64, 2, 1);
  slow<<<1, 32, 0, a>>>(values + 64, 3, 1);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaMemcpy(&result, values + 64, 4, cudaMemcpyDeviceToHost));
  CHECK(result == (1 * 3 + 2) * 3 + 3);

  // Allocations in order of a stream
  int* ordered;
  CHECK_CUDA(cudaMallocAsync(&ordered, 400, a));
  fill<<<1, 32, 0, a>>>(ordered, 100, 0);
  CHECK_CUDA(cudaFreeAsync(ordered, a));
  slow<<<1, 32, 0, cudaStreamPerThread>>>(values + 80, 1, 1);
  CHECK_CUDA(cudaStreamSynchronize(cudaStreamPerThread));

  CHECK_CUDA(cudaStreamDestroy(b));
  CHECK(cudaStreamSynchronize(b) == cudaErrorInvalidResourceHandle);
  CHECK_CUDA(cudaEventDestroy(event));
  CHECK(cudaEventRecord(event, a) == cudaErrorInvalidResourceHandle);
  cudaEvent_t fresh;
  float milliseconds;
  CHECK_CUDA(cudaEventCreate(&fresh));
  CHECK(cudaEventElapsedTime(&milliseconds, fresh, fresh) == cudaErrorInvalidResourceHandle);
  std::printf("streams are right\n");
}
