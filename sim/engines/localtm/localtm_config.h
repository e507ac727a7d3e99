// Configuration of GPU-LocalTM as a TM system: keys `localtm.*`.
#pragma once

#include <cstdint>

#include "engines/localtm/bank_options.h"

namespace gputm::engines::localtm {

/// Local memory of a core
enum class Banks : std::uint8_t {
  kPipelined,  ///< one access per cycle, in RTL
  kPaper,      ///< one array with one port, in RTL
  kIdeal       ///< conflicts as pipelined, in zero time, in C++
};

/// Selection of the waiting lanes that begin an attempt
enum class Schedule : std::uint8_t {
  kAll,      ///< all lanes of a warp, except for the serialization of the GPU-LocalTM paper
  kAdaptive  ///< limited per block by the number of commits (LaneLimit)
};

struct LocaltmConfig {
  Banks banks = Banks::kPipelined;
  bool exact = false;
  bool shared_readers = false;
  bool migratory = false;
  unsigned undo_entries = 0;     ///< rows per bank that can be owned at a time; 0: all
  bool work_item_lists = false;  ///< one list of rows per work-item instead of per wavefront
  unsigned filter_bits = 8;      ///< bits of a work-item's filters per bank
  unsigned epochs = 0;           ///< bits of an epoch; 0: a commit walks its rows
  bool stall_leaving = false;
  bool row_serial = false;
  bool staged = false;
  unsigned blocks = 1;  ///< concurrent blocks per core: work-groups for which its unit has masks and filters
  Schedule schedule = Schedule::kAll;
  bool run_on = false;  ///< a warp without remaining lanes continues to its commit
  unsigned backoff =
      0;  ///< core cycles that a warp waits after an attempt in which none of its lanes committed

  BankOptions options() const {
    return {.paper = banks == Banks::kPaper,
            .exact = exact,
            .shared_readers = shared_readers,
            .migratory = migratory,
            .undo_entries = undo_entries,
            .work_item_lists = work_item_lists,
            .epochs = epochs,
            .stall_leaving = stall_leaving,
            .row_serial = row_serial,
            .staged = staged,
            .filter_bits = filter_bits};
  }
};

}  // namespace gputm::engines::localtm
