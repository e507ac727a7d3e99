#include "workloads/tree_changes.h"

#include <spdlog/fmt/fmt.h>

namespace gputm::workloads {

using kernels::kRecordBytes;

TreeChanges::TreeChanges(Sizes sizes, std::uint32_t seed)
    : Workload(std::move(sizes)), changes_(this->sizes(), seed) {}

/// Size of the record with the root and the lock, and of all nodes.
std::size_t TreeChanges::bytes() const {
  return std::size_t{1 + size("elements") + size("insertions")} * kRecordBytes;
}

Launch TreeChanges::setup(gpu::Gpu& gpu) {
  // Nodes are named from 1: the record of node 0 holds the root and the lock.
  root_ = nodes_ = gpu.allocate(bytes());
  HostMemory memory(root_, bytes());
  for (std::size_t i = 0; i < changes_.at_start.size(); ++i)
    insert(memory, static_cast<Word>(i + 1), changes_.at_start[i]);
  memory.upload(gpu);
  const auto changes = static_cast<std::uint32_t>(changes_.changes.size());
  const std::uint32_t threads = size("threads");
  const Address keys = gpu.upload(std::span<const Word>(changes_.changes));
  return {{(changes + threads - 1) / threads, threads, size("blocks_per_core")},
          {root_, nodes_, kernels::word_of(root_, 1), keys, size("elements"), size("insertions"), changes}};
}

std::string TreeChanges::check(const gpu::Gpu& gpu) const {
  HostMemory memory(gpu, root_, bytes());
  if (memory.read(kernels::word_of(root_, 1)) != 0) return "the tree is still locked";
  std::set<Word> missing = changes_.at_end();
  struct Place {
    Word node;
    std::int64_t above, below;  ///< exclusive limits of its keys
  };
  std::vector<Place> open{{memory.read(root_), -1, std::int64_t{1} << 32}};
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    if (place.node == 0) continue;
    if (place.node > size("elements") + size("insertions"))
      return fmt::format("a link names node {}, which is none", place.node);
    const Node here = node(memory, place.node);
    if (here.key <= place.above || here.key >= place.below)
      return fmt::format("the tree is not in order at node {}", place.node);
    if (missing.erase(here.key) == 0)
      return fmt::format("key {} of node {} should not be in the tree", here.key, place.node);
    open.push_back({here.left, place.above, here.key});
    open.push_back({here.right, here.key, place.below});
  }
  if (!missing.empty()) return fmt::format("key {} is lost", *missing.begin());
  return wrong(memory).value_or("pass");
}

}  // namespace gputm::workloads
