// What KILO TM can be set to: keys kilo.*, whose units and ranges are in kilo_system.cpp.
#pragma once

#include <cstdint>

#include "engines/kilo/allocation.h"

namespace gputm::engines::kilo {

/// The Verilated parameter set of the commit units.
enum class CommitUnitSize : std::uint8_t {
  kUnlimited,  ///< "unlimited": a ring of 32,768 entries and buffers for all, the assumption of the paper's
               ///< results
  kFinite,     ///< "finite": the paper's sizing study, 1920 entries and about 500 shared buffers
};

/// How a commit unit learns of the commit ids that do not touch it.
enum class SkipMessages : std::uint8_t {
  kRanged,     ///< "ranged": one message for a warp's contiguous ids (ours)
  kPerThread,  ///< "per_thread": one message for each id, as in the paper
};

/// How a commit unit finds that a younger transaction read what an older one writes (MICRO 2011 paper,
/// section 6.3.2).
enum class HazardDetector : std::uint8_t {
  kHistory,           ///< "history": the last writer history of 5 kB
  kSmallHistory,      ///< "small_history": the same of 512 bytes
  kBloomFilterArray,  ///< "bloom_filter_array": signatures of 512 bits of each read and write set
  kPerfect            ///< "perfect": no false hazards; these two have no hardware here
};

/// How many of the words that it wrote or read last a commit unit keeps, so that reads of these need not go
/// to the L2 (ours; rtl/kilo/recent_words.sv).
enum class RecentWords : std::uint8_t {
  kNone,  ///< "0": as in the paper
  k512,   ///< "512"
  k2048   ///< "2048"
};

/// In which order the local outcomes leave a commit unit.
enum class LocalOutcomes : std::uint8_t {
  kInOrder,  ///< "in_order": in commit-id order, as in the paper
  kEarly     ///< "early": a transaction without a hazard does not wait for older ones that are revalidated
};

/// When the writes of a transaction count as done.
enum class Retirement : std::uint8_t {
  kAccepted,  ///< "accepted": when the L2 has accepted them, which orders them
  kAnswered   ///< "answered": when it has answered, as in the authors' published model
};

/// When a committed thread goes on. A transaction with an older commit id may still write, at a partition
/// that the thread's has not touched.
enum class Privatization : std::uint8_t {
  kPublished,  ///< "published": when its own entries have retired; a reader, when it has its outcome
  kSafe        ///< "safe": also when each older id has retired at every partition (ours)
};

struct KiloConfig {
  CommitUnitSize commit_unit = CommitUnitSize::kUnlimited;
  HazardDetector hazard_detector = HazardDetector::kHistory;
  LocalOutcomes local_outcomes = LocalOutcomes::kInOrder;
  RecentWords recent_words = RecentWords::kNone;
  Retirement retirement = Retirement::kAccepted;
  Privatization privatization = Privatization::kPublished;
  Allocation allocation = Allocation::kNeeded;
  unsigned buffers = 0;  ///< that the entries of a commit unit may hold; 0: all that it has
  unsigned commit_unit_mhz = 650;
  unsigned warp_limit = 2;         ///< warps of a core inside transactions; 0: unlimited
  unsigned credits = 0;            ///< commit unit entries of a core; 0: its share of the ring
  unsigned write_filter_bits = 0;  ///< Bloom filter of a thread's write set; 0: exact
  SkipMessages skip_messages = SkipMessages::kPerThread;
  unsigned vendor_latency = 5;  ///< interconnect cycles, one way
  unsigned fill_queue = 64;     ///< packets between the interconnect and a commit unit
  unsigned control_queue = 4;   ///< the same of final outcomes and logs sent again
};

}  // namespace gputm::engines::kilo
