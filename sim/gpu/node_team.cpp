#include "gpu/node_team.h"

#include <algorithm>

#include "gpu/memory_node.h"

namespace gputm::gpu {

void NodeTeam::use_threads(unsigned threads) {
  may_rest_ = std::ranges::none_of(nodes_, [](const auto& node) { return node->system_side() != nullptr; });
  const bool useful = threads == 2 && nodes_.size() >= 2 &&
                      std::ranges::all_of(nodes_, [](const auto& node) { return node->ticks_alone(); });
  if (!useful) {
    second_thread_.reset();
  } else if (!second_thread_) {
    second_thread_.emplace([this] { take_other_cycles(false); });
  }
}

bool NodeTeam::begin(const Cycles& cycles, bool packets) {
  cycles_ = cycles;
  const bool works = packets || work_.load(std::memory_order_relaxed);
  // Only packets bring work.
  const bool rest = may_rest_ && !works && !work_before_dram_;
  others_ = !rest && (cycles.system || cycles.dram != 0);
  if (rest) return false;
  // A round of the second thread pays off only if there is work.
  counts_ = second_thread_ && works && others_;
  const bool together = counts_ && way_.way() == 0;
  if (others_) work_.store(false, std::memory_order_relaxed);
  if (together) {
    const auto all = static_cast<int>(nodes_.size());
    begun_.store(cycles.interconnect ? 0 : nodes_.size(), std::memory_order_relaxed);
    system_.nodes.store(cycles.system ? all : 0, std::memory_order_relaxed);
    dram_.nodes.store(cycles.dram != 0 ? all : 0, std::memory_order_relaxed);
    round_.emplace(*second_thread_);
  }
  if (cycles.interconnect) {
    work_before_dram_ = false;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      nodes_[i]->tick_interconnect();
      // An L2 with a write-back as its last operation has no work left, but the DRAM has it, possibly without
      // a cycle now.
      work_before_dram_ = work_before_dram_ || nodes_[i]->l2_works() || nodes_[i]->dram_works();
      begun_.store(i + 1, std::memory_order_release);
    }
  }
  return together;
}

void NodeTeam::end() {
  if (!others_) return;
  if (round_) {
    take_other_cycles(true);
    round_.reset();
  } else {
    for (const auto& node : nodes_) {
      if (cycles_.system) tick_system(*node);
      tick_dram(*node);
    }
  }
  if (counts_) way_.round_done();
}

void NodeTeam::abandon() {
  system_.nodes.store(0, std::memory_order_relaxed);
  dram_.nodes.store(0, std::memory_order_relaxed);
  begun_.store(nodes_.size(), std::memory_order_release);
  round_.reset();
}

template <typename Tick>
void NodeTeam::take(Left& left, bool from_last, Tick tick) {
  for (std::size_t taken = 0; left.nodes.fetch_sub(1, std::memory_order_relaxed) > 0; ++taken) {
    const std::size_t i = from_last ? nodes_.size() - 1 - taken : taken;
    for (Lookout lookout; begun_.load(std::memory_order_acquire) <= i;) lookout.wait();
    tick(*nodes_[i]);
  }
}

/// DRAM cycles share no state with the system's. They are short, and come last, to fill the time in which one
/// thread would wait for the other.
void NodeTeam::take_other_cycles(bool from_last) {
  take(system_, from_last, [this](MemoryNode& node) { tick_system(node); });
  take(dram_, from_last, [this](MemoryNode& node) { tick_dram(node); });
}

void NodeTeam::tick_system(MemoryNode& node) {
  node.tick_system();
  if (node.system_works()) work_.store(true, std::memory_order_relaxed);
}

void NodeTeam::tick_dram(MemoryNode& node) {
  for (unsigned n = 0; n < cycles_.dram && node.dram_works(); ++n) node.tick_dram();
  if (node.dram_works()) work_.store(true, std::memory_order_relaxed);
}

}  // namespace gputm::gpu
