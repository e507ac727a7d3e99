// What WarpTM can be set to beside the keys of KILO TM: keys warptm.*, whose units and ranges are in
// warptm_system.cpp.
#pragma once

#include <cstdint>

namespace gputm::engines::warptm {

/// Conflicts between the lanes of a warp.
enum class IntraWarp : std::uint8_t {
  kOff,       ///< "off": the commit units find them, as under KILO TM
  kTwoPhase,  ///< "two_phase": two-phase parallel resolution at the core, before commit ids are taken
};

/// Read-only transactions that commit at the core.
enum class Temporal : std::uint8_t {
  kOff,       ///< "off": all transactions are validated by the commit units
  kCommitId,  ///< "commit_id": those whose values were current at one serial position commit silently
};

/// Messages between a warp and a commit unit about its lanes.
enum class Merge : std::uint8_t {
  kOff,   ///< "off": one a lane, as under KILO TM
  kWarp,  ///< "warp": outcomes, retirements, final outcomes and skips of a warp in one packet each
};

struct WarptmConfig {
  IntraWarp intra_warp = IntraWarp::kTwoPhase;
  Temporal temporal = Temporal::kCommitId;
  Merge merge = Merge::kWarp;
  unsigned access_bytes = 32;  ///< most of a commit unit's access to the L2: 4, a word, or 32
};

}  // namespace gputm::engines::warptm
