// What users set of GPU-LocalTM as a TM system: `localtm.*`.
#pragma once

#include <cstdint>

#include "engines/localtm/bank_options.h"

namespace gputm::engines::localtm {

/// Which local memory a core has.
enum class Banks : std::uint8_t {
  kPipelined,  ///< an access a cycle, in RTL
  kPaper,      ///< one array with one port, in RTL
  kIdeal       ///< the conflicts of pipelined and none of their time, in C++
};

/// Which lanes that wait for an attempt begin one.
enum class Schedule : std::uint8_t {
  kAll,      ///< all of a warp, but for the serialization of the GPU-LocalTM paper
  kAdaptive  ///< as many of a block as commit (LaneLimit)
};

struct LocaltmConfig {
  Banks banks = Banks::kPipelined;
  bool exact = false;
  bool shared_readers = false;
  bool migratory = false;
  unsigned epochs = 0;  ///< bits of an epoch; 0: a commit goes through its rows
  bool stall_leaving = false;
  bool row_serial = false;
  bool staged = false;
  unsigned blocks = 1;  ///< of a core at a time: work-groups for which its unit has masks and filters
  Schedule schedule = Schedule::kAll;
  bool run_on = false;  ///< a warp none of whose lanes is left goes on to its commit
  unsigned backoff =
      0;  ///< core cycles that a warp waits after an attempt in which none of its lanes committed

  BankOptions options() const {
    return {.paper = banks == Banks::kPaper,
            .exact = exact,
            .shared_readers = shared_readers,
            .migratory = migratory,
            .epochs = epochs,
            .stall_leaving = stall_leaving,
            .row_serial = row_serial,
            .staged = staged};
  }
};

}  // namespace gputm::engines::localtm
