#include "engines/localtm/bank_options.h"

#include <bit>
#include <utility>

namespace gputm::engines::localtm {

std::string bank_options_error(const BankOptions& options) {
  if (options.undo_entries == 1 || options.undo_entries > 256)
    return "localtm.undo_entries: " + std::to_string(options.undo_entries) + " is neither 0 nor in 2..256";
  if (options.undo_entries != 0 && options.work_item_lists)
    return "localtm.work_item_lists=1 needs localtm.undo_entries=0: a log has no lists";
  if (options.migratory && !options.shared_readers)
    return "localtm.migratory=1 needs localtm.shared_readers=1: otherwise every read takes ownership";
  if (!std::has_single_bit(options.filter_bits) || options.filter_bits < 2 || options.filter_bits > 64)
    return "localtm.filter_bits: " + std::to_string(options.filter_bits) + " is not a power of two in 2..64";
  for (const auto& [chosen, name] :
       {std::pair(options.staged, "staged"), std::pair(options.stall_leaving, "stall_leaving")}) {
    if (chosen && options.paper)
      return std::string("localtm.") + name + "=1 needs banks of an access a cycle: localtm.banks is 'paper'";
  }
  if (options.staged && options.stall_leaving)
    return "localtm.staged=1 needs localtm.stall_leaving=0: its accesses are decided before a restore ends";
  const bool plain_records =
      options.exact && !options.paper && !options.shared_readers && options.undo_entries == 0;
  if (options.epochs != 0 && !plain_records) {
    return "localtm.epochs=" + std::to_string(options.epochs) +
           " needs localtm.exact=1 in banks of an access a cycle, without localtm.shared_readers and "
           "localtm.undo_entries";
  }
  return "";
}

unsigned tx_rows(unsigned rows, const BankOptions& options) {
  if (options.undo_entries != 0) return options.paper ? rows - options.undo_entries : rows;
  unsigned r = rows / 2;
  // Words, backups and owner bytes share the paper's array.
  while (options.paper && 2 * r + (r + 3) / 4 > rows) --r;
  return r;
}

}  // namespace gputm::engines::localtm
