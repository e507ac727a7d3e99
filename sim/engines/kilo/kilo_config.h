// Configuration of KILO TM: keys kilo.*; kilo_system.cpp has their units and ranges.
#pragma once

#include <cstdint>

#include "engines/eapg/parts.h"
#include "engines/kilo/allocation.h"

namespace gputm::engines::kilo {

/// Size of the commit units
enum class CommitUnitSize : std::uint8_t {
  kUnlimited,  ///< "unlimited": 32,768 ring entries and buffers for all, as in the paper's results
  kFinite,     ///< "finite": the paper's sizing study, 1920 entries and about 500 shared buffers
};

/// Notification of a commit unit about commit IDs without a log there
enum class SkipMessages : std::uint8_t {
  kRanged,     ///< "ranged": one message for the contiguous IDs of a warp (ours)
  kPerThread,  ///< "per_thread": one message per ID, as in the paper
  kNone        ///< "none": a unit has IDs of its own, only for logs there, counted by the vendor (ours)
};

/// Detection of reads by a younger transaction of words that an older one writes (MICRO 2011 paper, section
/// 6.3.2)
enum class HazardDetector : std::uint8_t {
  kHistory,           ///< "history": the last writer history of 5 kB
  kSmallHistory,      ///< "small_history": last writer history of 512 bytes
  kBloomFilterArray,  ///< "bloom_filter_array": 512-bit signatures of each read and write set
  kPerfect            ///< "perfect": no false hazards. The last two are for simulation only.
};

/// Order in which local outcomes leave a commit unit
enum class LocalOutcomes : std::uint8_t {
  kInOrder,  ///< "in_order": commit-ID order, as in the paper
  kEarly     ///< "early": a transaction without a hazard does not wait for older ones being revalidated
};

/// Completion of a transaction's writes
enum class Retirement : std::uint8_t {
  kAccepted,  ///< "accepted": accepted by the L2, which orders them
  kAnswered   ///< "answered": answered by the L2, as in the authors' published model
};

/// When a committed thread continues. A transaction with an older commit ID may still write at a partition
/// that the thread's transaction has not touched.
enum class Privatization : std::uint8_t {
  kPublished,  ///< "published": when its own entries have retired; for a reader, at its outcome
  kSafe        ///< "safe": also when each older ID has retired at every partition (ours)
};

struct KiloConfig {
  CommitUnitSize commit_unit = CommitUnitSize::kUnlimited;
  HazardDetector hazard_detector = HazardDetector::kHistory;
  LocalOutcomes local_outcomes = LocalOutcomes::kInOrder;
  Retirement retirement = Retirement::kAccepted;
  Privatization privatization = Privatization::kPublished;
  Allocation allocation = Allocation::kNeeded;
  unsigned buffers = 0;  ///< maximum of buffers held by the entries of a commit unit; 0: no limit
  /// Parameters of the RTL that are not as `commit_unit` and `hazard_detector` have them; 0: as these have
  /// them
  unsigned ring_entries = 0;
  unsigned pool_buffers = 0;
  unsigned read_tags = 0;
  unsigned history_entries = 0;
  unsigned history_buckets = 0;
  /// Recently written or read words that a commit unit keeps, so that reads of these bypass the L2; 0: none
  /// (ours; rtl/kilo/recent_words.sv)
  unsigned recent_words = 0;
  unsigned commit_unit_mhz = 650;
  unsigned warp_limit = 2;         ///< warps of a core inside transactions; 0: unlimited
  unsigned credits = 0;            ///< commit unit entries per core; 0: its share of the ring
  unsigned write_filter_bits = 0;  ///< bits of the Bloom filter of a thread's write set; 0: exact
  SkipMessages skip_messages = SkipMessages::kPerThread;
  unsigned vendor_latency = 5;  ///< interconnect cycles, one way
  unsigned fill_queue = 64;     ///< packets between the interconnect and a commit unit
  unsigned control_queue = 4;   ///< as fill_queue, for final outcomes and resent logs
  // Early abort and pause-and-go (HPCA 2016 paper)
  eapg::Parts eapg = eapg::Parts::kOff;
  unsigned eapg_rows = 512;           ///< of the tables, for each partition
  unsigned eapg_pause_cycles = 2000;  ///< core cycles after which a paused load goes on
  unsigned eapg_interval = 0;         ///< least interconnect cycles between two broadcasts of a partition
};

}  // namespace gputm::engines::kilo
