// Number of solutions of n queens: persistent blocks take boards from one queue and put boards with one queen more back. The queue is
// protected by a spin lock, or its operations are transactions (USE_TM).
#ifdef USE_TM
#include <gputm/tm.h>
#endif

#include "check.h"

struct Board {
  unsigned columns, left, right;  // attacked squares of the next row
  int row;
};

class Queue {
 public:
  Board* boards;
  int capacity;
  int head, tail;  // of a ring
  int open;        // boards that are in the queue or being worked on
  int lock;

  __device__ bool pop(Board* board);
  __device__ bool push(const Board& board);
  __device__ void done();
  __device__ bool finished() { return *(volatile int*)&open == 0; }

 private:
#ifndef USE_TM
  __device__ bool try_lock() {
    if (atomicCAS(&lock, 0, 1) != 0) return false;
    __threadfence();
    return true;
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(&lock, 0);
  }
#endif
};

#ifdef USE_TM
__device__ bool Queue::pop(Board* board) {
  return tm::atomic([&] {
    if (head == tail) return false;
    *board = boards[head % capacity];
    ++head;
    return true;
  });
}
__device__ bool Queue::push(const Board& board) {
  return tm::atomic([&] {
    if (tail - head == capacity) return false;
    boards[tail % capacity] = board;
    tail++;
    open++;
    return true;
  });
}
__device__ void Queue::done() {
  tm::atomic([this] { open--; });
}
#else
__device__ bool Queue::pop(Board* board) {
  bool taken = false, over = false;
  while (!over) {
    if (try_lock()) {
      volatile int* const ends = &head;
      if (ends[0] != ends[1]) {
        volatile Board* const from = &boards[ends[0] % capacity];
        board->columns = from->columns;
        board->left = from->left;
        board->right = from->right;
        board->row = from->row;
        ends[0] = ends[0] + 1;
        taken = true;
      }
      over = true;
      unlock();
    }
  }
  return taken;
}
__device__ bool Queue::push(const Board& board) {
  bool put = false;
  for (bool over = false; !over;) {
    if (try_lock()) {
      volatile int* const ends = &head;
      if (ends[1] - ends[0] < capacity) {
        boards[ends[1] % capacity] = board;
        ends[1] = ends[1] + 1;
        atomicAdd(&open, 1);
        put = true;
      }
      over = true;
      unlock();
    }
  }
  return put;
}
__device__ void Queue::done() { atomicSub(&open, 1); }
#endif

__device__ unsigned long long solutions;

/// The rest of a board, by this thread alone
__device__ unsigned count(int n, unsigned columns, unsigned left, unsigned right) {
  const unsigned all = (1u << n) - 1;
  if (columns == all) return 1;
  unsigned found = 0;
  for (unsigned open = all & ~(columns | left | right); open != 0; open &= open - 1) {
    const unsigned bit = open & -open;
    found += count(n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return found;
}

__global__ void __launch_bounds__(64) solve(Queue* queue, int n, int shared_rows) {
  const unsigned all = (1u << n) - 1;
  while (!queue->finished()) {
    Board board;
    if (!queue->pop(&board)) continue;
    unsigned found = 0;
    for (unsigned open = all & ~(board.columns | board.left | board.right); open; open &= open - 1) {
      const unsigned bit = 1u << (__ffs(open) - 1);
      const Board next{board.columns | bit, (board.left | bit) << 1, (board.right | bit) >> 1, board.row + 1};
      if (next.row > shared_rows || !queue->push(next)) found += count(n, next.columns, next.left, next.right);
    }
    if (found) atomicAdd(&solutions, (unsigned long long)found);
    queue->done();
  }
}

int main(int argc, char** argv) {
  constexpr unsigned long long kSolutions[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724};
  const int n = argc > 1 ? atoi(argv[1]) : 6, rows = argc > 2 ? atoi(argv[2]) : 2;
  CHECK(n >= 1 && n <= 10);
  Queue queue = {};
  queue.capacity = 32;
  queue.tail = queue.open = 1;
  CHECK_CUDA(cudaMalloc(&queue.boards, queue.capacity * sizeof(Board)));
  CHECK_CUDA(cudaMemset(queue.boards, 0, sizeof(Board)));
  Queue* device;
  CHECK_CUDA(cudaMalloc(&device, sizeof queue));
  CHECK_CUDA(cudaMemcpy(device, &queue, sizeof queue, cudaMemcpyHostToDevice));
  solve<<<4, 64>>>(device, n, rows);
  CHECK_CUDA(cudaDeviceSynchronize());
  unsigned long long found;
  CHECK_CUDA(cudaMemcpyFromSymbol(&found, solutions, sizeof found));
  CHECK_CUDA(cudaMemcpy(&queue, device, sizeof queue, cudaMemcpyDeviceToHost));
  CHECK(found == kSolutions[n]);
  CHECK(queue.head == queue.tail && queue.open == 0);
  std::printf("%llu solutions of %d queens: right\n", found, n);
}
