// Configuration of WarpTM in addition to the keys of KILO TM: keys warptm.*; warptm_system.cpp has their
// units and ranges.
#pragma once

#include <cstdint>

namespace gputm::engines::warptm {

/// Detection of conflicts between the lanes of a warp
enum class IntraWarp : std::uint8_t {
  kOff,       ///< "off": by the commit units, as under KILO TM
  kTwoPhase,  ///< "two_phase": two-phase parallel resolution at the core, before commit IDs are taken
};

/// Silent commit of read-only transactions at the core
enum class Temporal : std::uint8_t {
  kOff,       ///< "off": the commit units validate all transactions
  kCommitId,  ///< "commit_id": transactions with values current at one serial position commit silently
};

/// Messages between a warp and a commit unit about its lanes
enum class Merge : std::uint8_t {
  kOff,   ///< "off": one per lane, as under KILO TM
  kWarp,  ///< "warp": outcomes, retirements, final outcomes and skips of a warp in one packet each
};

struct WarptmConfig {
  IntraWarp intra_warp = IntraWarp::kTwoPhase;
  Temporal temporal = Temporal::kCommitId;
  Merge merge = Merge::kWarp;
  unsigned access_bytes = 32;  ///< maximum size of a commit unit's access to the L2: 4 (a word) or 32
};

}  // namespace gputm::engines::warptm
