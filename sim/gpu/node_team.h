// The memory nodes' cycles. First each has that of the interconnect, in order; a second thread follows with
// what nodes then do for themselves. The first one takes part in that when it has nothing else to do.
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
  /// Cycles of the nodes' clocks: at most one of the interconnect and of the TM system.
  struct Cycles {
    bool interconnect = false;
    bool system = false;
    unsigned dram = 0;
  };

  /// `nodes` lives longer, and stays as it is.
  explicit NodeTeam(const std::vector<std::unique_ptr<MemoryNode>>& nodes) : nodes_(nodes) {}

  /// At the beginning of a launch: from now on 1 or 2 of the host's threads; a second one only if all nodes
  /// tick alone.
  void use_threads(unsigned threads);

  /// All nodes have their cycle of the interconnect. `packets`: there are some on their way to nodes. True:
  /// the second thread goes on with the other cycles, and the caller may do what does not touch nodes.
  bool begin(const Cycles& cycles, bool packets);
  /// Returns when all nodes have had all cycles.
  void end();
  /// After an error, wherever it came from: the second thread does nothing any more.
  void abandon();

 private:
  /// Each thread takes nodes from its end until none is left, so that it mostly has the same ones.
  struct alignas(64) Left {
    std::atomic<int> nodes = 0;
  };
  template <typename Tick>
  void take(Left& left, bool from_last, Tick tick);
  void take_other_cycles(bool from_last);
  void tick_system(MemoryNode& node);
  void tick_dram(MemoryNode& node);

  const std::vector<std::unique_ptr<MemoryNode>>& nodes_;
  bool may_rest_ = false;         ///< a node without work needs no cycles: none counts those of its TM system
  bool others_ = false;           ///< nodes have other cycles than the interconnect's in this round
  bool work_before_dram_ = true;  ///< an L2 or a DRAM had some left behind the interconnect's last cycle
  Cycles cycles_;
  alignas(64) std::atomic<std::size_t> begun_ = 0;  ///< nodes that have had the interconnect's cycle
  Left system_, dram_;
  /// Whether a node had work left: told by who has just had it at hand, for the next round.
  alignas(64) std::atomic<bool> work_ = true;
  /// With the second thread, or without it: processors may be far from each other, or others' too.
  FasterWay way_;
  bool counts_ = false;                        ///< the round is one of these
  std::optional<SecondThread> second_thread_;  ///< refers to what is above
  std::optional<SecondThread::Round> round_;
};

}  // namespace gputm::gpu
