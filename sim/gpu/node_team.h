// Cycles of the memory nodes. First each node has its cycle of the interconnect, in order; a second thread
// follows with the nodes' independent cycles. The first thread takes part in these when it has no other work.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "base/faster_way.h"
#include "base/second_thread.h"

namespace gputm::gpu {

class MemoryNode;

class NodeTeam {
 public:
  /// Cycles of the nodes' clocks: at most one of the interconnect and of the TM system
  struct Cycles {
    bool interconnect = false;
    bool system = false;
    unsigned dram = 0;
  };

  /// `nodes` must outlive this object unchanged.
  explicit NodeTeam(const std::vector<std::unique_ptr<MemoryNode>>& nodes) : nodes_(nodes) {}

  /// Called at the start of a launch: use 1 or 2 host threads from now on; a second one only if all nodes
  /// tick alone.
  void use_threads(unsigned threads);

  /// Runs the interconnect cycle of all nodes. `packets`: there are some in flight to nodes. Returns true if
  /// the second thread continues with the other cycles; the caller must not touch nodes meanwhile.
  bool begin(const Cycles& cycles, bool packets);
  /// Returns when all nodes have had all cycles.
  void end();
  /// Stops the second thread after any error.
  void abandon();

 private:
  /// Each thread takes nodes from its end until none is left, so that it mostly gets the same ones
  struct alignas(64) Left {
    std::atomic<int> nodes = 0;
  };
  template <typename Tick>
  void take(Left& left, bool from_last, Tick tick);
  void take_other_cycles(bool from_last);
  void tick_system(MemoryNode& node);
  void tick_dram(MemoryNode& node);

  const std::vector<std::unique_ptr<MemoryNode>>& nodes_;
  bool may_rest_ = false;         ///< a node without work needs no cycles: its TM system side counts none
  bool others_ = false;           ///< nodes have cycles other than the interconnect's in this round
  bool work_before_dram_ = true;  ///< an L2 or a DRAM had work left after the interconnect's last cycle
  Cycles cycles_;
  alignas(64) std::atomic<std::size_t> begun_ = 0;  ///< nodes that have had the interconnect cycle
  Left system_, dram_;
  /// Whether a node had work left, for the next round; set by the thread that ran the node last.
  alignas(64) std::atomic<bool> work_ = true;
  /// With or without the second thread: processors may be distant from each other, or busy.
  FasterWay way_;
  bool counts_ = false;                        ///< the round is measured for `way_`
  std::optional<SecondThread> second_thread_;  ///< refers to the members above
  std::optional<SecondThread::Round> round_;
};

}  // namespace gputm::gpu
