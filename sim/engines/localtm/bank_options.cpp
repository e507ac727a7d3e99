#include "engines/localtm/bank_options.h"

namespace gputm::engines::localtm {

std::string bank_options_error(const BankOptions& options) {
  if (options.migratory && !options.shared_readers)
    return "localtm.migratory=1 needs localtm.shared_readers=1: otherwise every read takes ownership";
  const bool plain_records =
      options.exact && !options.paper && !options.shared_readers && options.undo_entries == 0;
  if (options.epochs != 0 && !plain_records) {
    return "localtm.epochs=" + std::to_string(options.epochs) +
           " needs localtm.exact=1 in banks of an access a cycle, without localtm.shared_readers";
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

std::string describe(const BankOptions& options) {
  std::string text;
  const auto add = [&](const std::string& option) { text += (text.empty() ? "" : ", ") + option; };
  if (options.exact) add("exact");
  if (options.shared_readers) add("shared_readers");
  if (options.migratory) add("migratory");
  if (options.undo_entries != 0) add("undo_entries=" + std::to_string(options.undo_entries));
  if (options.work_item_lists) add("lists=work_item");
  if (options.epochs != 0) add("epochs=" + std::to_string(options.epochs));
  if (options.stall_leaving) add("stall_leaving");
  if (options.row_serial) add("row_serial");
  if (options.staged) add("staged");
  return text.empty() ? "none" : text;
}

}  // namespace gputm::engines::localtm
