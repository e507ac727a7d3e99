#include "cuda/runtime/work_queue.h"

#include <algorithm>
#include <utility>

namespace gputm::cuda {

WorkId WorkQueue::add_kernel(QueuedKernel kernel, const std::vector<WorkId>& after, Cycle now) {
  Work work;
  work.kernel = std::make_unique<QueuedKernel>(std::move(kernel));
  return add(std::move(work), after, now);
}

WorkId WorkQueue::add_action(std::function<void()> action, const std::vector<WorkId>& after, Cycle now) {
  Work work;
  work.action = std::move(action);
  return add(std::move(work), after, now);
}

WorkId WorkQueue::add_mark(Mark mark, const std::vector<WorkId>& after, Cycle now) {
  Work work;
  work.mark = std::move(mark);
  return add(std::move(work), after, now);
}

WorkId WorkQueue::add(Work work, const std::vector<WorkId>& after, Cycle now) {
  work.earliest = now;
  for (const WorkId id : after)
    if (id >= first_) work.after.push_back(id - first_);
  work.id = first_ + works_.size();
  works_.push_back(std::move(work));
  return works_.back().id;
}

std::vector<WorkQueue::Work> WorkQueue::take() {
  first_ += works_.size();
  return std::exchange(works_, {});
}

void WorkQueue::run_all(const RunKernels& run) {
  std::vector<Work> works = take();
  for (;;) {
    run_others(works);
    const std::vector<std::size_t> next = next_kernels(works);
    if (next.empty()) return;
    std::vector<QueuedKernel> kernels;
    for (const std::size_t i : next) kernels.push_back(std::move(*works[i].kernel));
    const std::vector<Cycle> ends = run(std::move(kernels));
    for (std::size_t k = 0; k < next.size(); ++k) {
      works[next[k]].ended = true;
      works[next[k]].end = ends[k];
    }
  }
}

/// Runs actions and marks that wait for no kernel.
void WorkQueue::run_others(std::vector<Work>& works) {
  for (Work& work : works) {
    const auto ended = [&](std::size_t before) { return works[before].ended; };
    if (work.ended || work.kernel || !std::ranges::all_of(work.after, ended)) continue;
    work.end = work.earliest;
    for (const std::size_t before : work.after) work.end = std::max(work.end, works[before].end);
    work.ended = true;
    if (work.action) work.action();
    if (work.mark) work.mark(work.id, work.end);
  }
}

/// Kernels that wait for no action; fills in their `grid.after`.
std::vector<std::size_t> WorkQueue::next_kernels(std::vector<Work>& works) {
  std::vector<std::size_t> next;
  // By work: whether it can run with them, and after which of them (places in `next`)
  std::vector<bool> can(works.size());
  std::vector<std::vector<std::size_t>> behind(works.size());
  for (std::size_t i = 0; i < works.size(); ++i) {
    Work& work = works[i];
    if (work.ended) {
      can[i] = true;
      continue;
    }
    if (work.action || !std::ranges::all_of(work.after, [&](std::size_t before) { return can[before]; }))
      continue;
    can[i] = true;
    for (const std::size_t before : work.after)
      behind[i].insert(behind[i].end(), behind[before].begin(), behind[before].end());
    std::ranges::sort(behind[i]);
    const auto [first, last] = std::ranges::unique(behind[i]);
    behind[i].erase(first, last);
    if (!work.kernel) continue;
    work.kernel->grid.after = std::exchange(behind[i], {next.size()});
    next.push_back(i);
  }
  return next;
}

}  // namespace gputm::cuda
