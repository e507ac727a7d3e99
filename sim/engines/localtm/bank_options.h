// Behavioral options of a transactional local memory: the parameters of rtl/localtm/lds_tx_unit.sv
// (docs/localtm/README.md, "Options").
#pragma once

#include <string>

#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

struct BankOptions {
  bool paper = false;            ///< one array with one port, as in the paper; otherwise an access per cycle
  bool exact = false;            ///< conflict detection by owners instead of filters
  bool shared_readers = false;   ///< reads take no ownership
  bool migratory = false;        ///< with shared_readers: except reads of rows that transactions write, too
  unsigned undo_entries = 0;     ///< rows per bank that can be owned at a time, 2..256; 0: all
  bool work_item_lists = false;  ///< one list of rows per work-item instead of per wavefront
  unsigned epochs =
      0;  ///< bits of an epoch, 1..8: a commit ends one, in one cycle; 0: a commit walks its rows
  bool stall_leaving = false;  ///< an access that conflicts during a restore is decided after the restore
  bool row_serial = false;     ///< wavefront serialization runs one lane per conflicting row
  bool staged = false;         ///< three more registers in the access path, for a higher clock
  unsigned filter_bits = 8;    ///< bits of a work-item's filters per bank, at most 64

  bool operator==(const BankOptions&) const = default;
};

/// Empty, or a one-line reason why there is no such bank.
std::string bank_options_error(const BankOptions& options);

/// Words of a bank of `rows` words that transactions can use.
unsigned tx_rows(unsigned rows, const BankOptions& options);

}  // namespace gputm::engines::localtm
