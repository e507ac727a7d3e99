// Work of streams that has not run yet. Calls of the API put it here; it runs when the host waits for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/types.h"
#include "gpu/gpu.h"

namespace gputm::cuda {

/// Number of a piece of work, in the order of the calls; 0: none
using WorkId = std::uint64_t;

struct QueuedKernel {
  std::string name;
  gpu::Grid grid;
};

class WorkQueue {
 public:
  /// Runs kernels whose `grid.after` are places in the list; returns the cycle in which each ended.
  using RunKernels = std::function<std::vector<Cycle>(std::vector<QueuedKernel> kernels)>;

  /// Adds work that begins when the work `after` has ended, at the cycle `now` at the earliest.
  WorkId add_kernel(QueuedKernel kernel, const std::vector<WorkId>& after, Cycle now);
  /// `action`: takes no time; what it does to memory lies between the kernels before and after it.
  WorkId add_action(std::function<void()> action, const std::vector<WorkId>& after, Cycle now);
  /// `mark`: gets its number and the cycle in which the work before it ended; does nothing to memory.
  using Mark = std::function<void(WorkId id, Cycle end)>;
  WorkId add_mark(Mark mark, const std::vector<WorkId>& after, Cycle now);

  bool empty() const { return works_.empty(); }
  std::size_t size() const { return works_.size(); }
  /// Runs all work. Kernels run together as far as no action separates them. Work is dropped if `run` throws.
  void run_all(const RunKernels& run);
  void drop() { take(); }

 private:
  struct Work {
    std::vector<std::size_t> after;  ///< places in the queue
    Cycle earliest = 0;
    std::unique_ptr<QueuedKernel> kernel;  ///< or one of:
    std::function<void()> action;
    Mark mark;
    WorkId id = 0;

    bool ended = false;
    Cycle end = 0;
  };
  WorkId add(Work work, const std::vector<WorkId>& after, Cycle now);
  std::vector<Work> take();
  static void run_others(std::vector<Work>& works);
  static std::vector<std::size_t> next_kernels(std::vector<Work>& works);

  std::vector<Work> works_;
  WorkId first_ = 1;  ///< number of the first
};

}  // namespace gputm::cuda
