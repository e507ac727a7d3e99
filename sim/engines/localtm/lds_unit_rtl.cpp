#include "engines/localtm/lds_unit_rtl.h"

#include "base/types.h"
#include "engines/unit_module.h"

namespace gputm::engines::localtm {
namespace {

constexpr unsigned kGroupWavefronts = 4;

}  // namespace

std::unique_ptr<tm::LdsTransactionUnit> make_lds_unit(const BankOptions& options, const TraceWindow& trace,
                                                      unsigned work_groups) {
  if (const std::string error = bank_options_error(options); !error.empty()) throw Error(error);
  tm::LdsSizes sizes;
  sizes.wavefronts = kGroupWavefronts * work_groups;
  sizes.work_groups = work_groups;
  sizes.tx_rows = tx_rows(sizes.rows, options);
  UnitRequest request{.unit = "lds_unit",
                      .parameters = {{"Wavefronts", sizes.wavefronts},
                                     {"WorkGroups", work_groups},
                                     {"FilterBits", options.filter_bits},
                                     {"Exact", options.exact},
                                     {"SharedReaders", options.shared_readers},
                                     {"Migratory", options.migratory},
                                     {"UndoEntries", options.undo_entries},
                                     {"Epochs", options.epochs},
                                     {"StallLeaving", options.stall_leaving},
                                     {"RowSerial", options.row_serial},
                                     {"Staged", options.staged}},
                      .waves = !trace.file.empty()};
  if (options.paper) request.replaced.emplace_back("paper_bank");
  if (options.work_item_lists) request.replaced.emplace_back("work_item_lists");
  return make_unit<MakeLdsUnit>(request, sizes, trace);
}

}  // namespace gputm::engines::localtm
