#include "host/host_grid.h"

#include <ucontext.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "host/device_on_host.h"

namespace gputm::tb {
namespace {

constexpr std::size_t kStackBytes = 256 << 10;

struct Fiber {
  ucontext_t context{};
  std::vector<std::byte> stack = std::vector<std::byte>(kStackBytes);
  bool ended = false;
};

/// The running grid; a fiber's entry can take no pointer.
struct Grid {
  std::uint32_t blocks = 0, threads = 0, block = 0, thread = 0;
  ucontext_t scheduler{};
  std::vector<std::unique_ptr<Fiber>> fibers;  // on the heap: their contexts hold their own addresses
  const std::function<void()>* kernel = nullptr;
};
Grid grid;

void fiber_entry() {
  (*grid.kernel)();
  grid.fibers[grid.thread]->ended = true;
}

void start(Fiber& fiber) {
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.data();
  fiber.context.uc_stack.ss_size = fiber.stack.size();
  fiber.context.uc_link = &grid.scheduler;
  makecontext(&fiber.context, fiber_entry, 0);
}

}  // namespace

void run_on_host(std::uint32_t blocks, std::uint32_t threads, const std::function<void()>& kernel) {
  grid.blocks = blocks;
  grid.threads = threads;
  grid.kernel = &kernel;
  for (grid.block = 0; grid.block < blocks; ++grid.block) {
    grid.fibers.clear();
    for (std::uint32_t i = 0; i < threads; ++i) {
      grid.fibers.push_back(std::make_unique<Fiber>());
      start(*grid.fibers.back());
    }
    // Each round runs every thread that has not ended to its next barrier.
    for (bool runs = true; runs;) {
      runs = false;
      for (grid.thread = 0; grid.thread < threads; ++grid.thread) {
        Fiber& fiber = *grid.fibers[grid.thread];
        if (fiber.ended) continue;
        runs = true;
        swapcontext(&grid.scheduler, &fiber.context);
      }
    }
  }
}

}  // namespace gputm::tb

using gputm::tb::grid;

u32 thread_id() { return grid.block * grid.threads + grid.thread; }
u32 block_id() { return grid.block; }
u32 thread_in_block() { return grid.thread; }
u32 block_size() { return grid.threads; }
u32 grid_threads() { return grid.threads * grid.blocks; }
u32 grid_blocks() { return grid.blocks; }
void barrier() { swapcontext(&grid.fibers[grid.thread]->context, &grid.scheduler); }
