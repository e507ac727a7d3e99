// What a transactional local memory is made of: the parameters of rtl/localtm/lds_tx_unit.sv
// that change what it does (docs/localtm/README.md, "Options").
#pragma once

#include <string>

#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

struct BankOptions {
  bool paper = false;            ///< one array with one port, as in the paper; else an access a cycle
  bool exact = false;            ///< conflicts by owners instead of filters
  bool shared_readers = false;   ///< a read takes no ownership
  bool migratory = false;        ///< but that of a row which transactions read and write, with shared_readers
  unsigned undo_entries = 0;     ///< rows of a bank that can be owned at a time, 2..256; 0: all
  bool work_item_lists = false;  ///< a list of rows for each work-item instead of each wavefront
  unsigned epochs =
      0;  ///< bits of an epoch, 1..8: a commit ends one, in a cycle; 0: it goes through its rows
  bool stall_leaving = false;  ///< an access that conflicts while a restore is on its way is decided after it
  bool row_serial = false;     ///< wavefront serialization lets one lane run for each conflicting row
  bool staged = false;         ///< three registers more on the way of an access, for a higher clock
  unsigned filter_bits = 8;    ///< of a work-item's filters in a bank, at most 64

  bool operator==(const BankOptions&) const = default;
};

/// "", or why there is no such bank, in one line; `group` is that of the keys which set the options.
std::string bank_options_error(const BankOptions& options, const std::string& group);

/// Words of a bank of `rows` words that transactions can use.
unsigned tx_rows(unsigned rows, const BankOptions& options);

/// The options that are set, for people: "exact, undo_entries=16"; "none".
std::string describe(const BankOptions& options);

}  // namespace gputm::engines::localtm
