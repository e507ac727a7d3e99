#include "workloads/queue_rounds.h"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <string>
#include <vector>

#include "workloads/embedded_kernels.h"
#include "workloads/kernels/queue.h"

namespace gputm::workloads {
namespace {

using kernels::QueueEnds;
using kernels::QueueNode;
using kernels::Removed;

/// A link has 16 bits for the number of a node; 0 and the first dummy are taken.
constexpr std::uint32_t kMostThreads = kernels::kLinkCount - 2;

constexpr std::array<WorkloadKey, 4> kQueueKeys = {{
    {"blocks", "blocks", 1, 10'000, 15, "size of the grid; blocks times threads is at most 65534"},
    {"threads", "threads per block", 1, 1024, 32, "size of a block"},
    {"rounds", "rounds", 1, 1000, 2, "items that each thread puts into the queue and removes"},
    {"blocks_per_core", "blocks", 1, 64, 1, "blocks that a core runs at a time, if it has room for them"},
}};
constexpr std::array<std::string_view, 1> kQueueComparisonSizes = {"workload.blocks=4"};

}  // namespace

WorkloadInfo QueueRounds::info() {
  return {"queue", "queue: each thread puts an item at the end, and removes the first one", kQueueKeys,
          kQueueComparisonSizes, make<QueueRounds>};
}

QueueRounds::QueueRounds(Sizes sizes, std::uint32_t /*seed*/) : Workload(std::move(sizes)) {
  if (threads() > kMostThreads) {
    throw ConfigError(fmt::format("workload.blocks: {} blocks of {} threads are {} threads, above {}",
                                  size("blocks"), size("threads"), threads(), kMostThreads));
  }
}

std::span<const std::uint8_t> QueueRounds::elf() const { return embedded_queue_kernels(); }
std::span<const std::uint8_t> QueueRounds::software_tm_elf() const {
  return embedded_queue_software_tm_kernels();
}

Launch QueueRounds::setup(gpu::Gpu& gpu) {
  QueueEnds ends{};
  ends.head = ends.tail = 1;
  ends_ = gpu.upload(std::span<const QueueEnds>(&ends, 1));
  nodes_ = gpu.allocate((threads() + std::size_t{2}) * sizeof(QueueNode));  // new memory is zero
  removed_ = gpu.allocate(items() * sizeof(Removed));
  return {{size("blocks"), size("threads"), size("blocks_per_core")},
          {ends_, nodes_, removed_, threads(), size("rounds")}};
}

/// Each item has been removed once; no two items have had a place. What a thread does one after the other has
/// rising places, both the items that it puts and those that it removes: in a first-in, first-out order no
/// other places are possible.
std::string QueueRounds::check(const gpu::Gpu& gpu) const {
  const std::vector<Removed> removed = gpu.download<Removed>(removed_, items());
  const std::uint32_t threads = this->threads();
  std::vector<std::uint32_t> place_of(items() + 1), item_at(items() + 1);  // 0: not yet known
  for (std::size_t i = 0; i < removed.size(); ++i) {
    const auto [item, place] = removed[i];
    const std::string who = fmt::format("thread {}, round {}", i % threads, i / threads);
    if (item == 0) return who + " found the queue empty";
    if (item > items()) return fmt::format("{} removed item {}, which is none", who, item);
    if (place == 0 || place > items()) return fmt::format("item {} had place {}", item, place);
    if (place_of[item] != 0) return fmt::format("item {} was removed twice", item);
    if (item_at[place] != 0) return fmt::format("items {} and {} had place {}", item_at[place], item, place);
    place_of[item] = place;
    item_at[place] = item;
    if (i >= threads && removed[i - threads].position > place) return who + " removed an earlier item";
  }
  for (std::size_t item = 1 + threads; item <= items(); ++item) {
    if (place_of[item] < place_of[item - threads])
      return fmt::format("item {} was before item {} of its thread", item, item - threads);
  }
  return check_ends(gpu);
}

/// The queue is empty: its only node is that of the last item.
std::string QueueRounds::check_ends(const gpu::Gpu& gpu) const {
  const QueueEnds ends = gpu.download<QueueEnds>(ends_, 1).front();
  if (ends.head_lock != 0 || ends.tail_lock != 0) return "an end of the queue is still locked";
  const std::uint32_t head = kernels::link_node(ends.head);
  if (head == 0 || head > threads() + 1) return fmt::format("the head is node {}, which is none", head);
  if (kernels::link_node(ends.tail) != head)
    return fmt::format("the tail is node {}, the head {}", kernels::link_node(ends.tail), head);
  const Address node = nodes_ + head * static_cast<Address>(sizeof(QueueNode));
  const QueueNode last = gpu.download<QueueNode>(node, 1).front();
  if (kernels::link_node(last.next) != 0) return "an item is left in the queue";
  if (last.position != items()) return fmt::format("the last node had place {}", last.position);
  return "pass";
}

}  // namespace gputm::workloads
