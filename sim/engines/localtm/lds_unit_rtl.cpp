#include "engines/localtm/lds_unit_rtl.h"

#include "engines/unit_module.h"

namespace gputm::engines::localtm {
namespace {

struct Variant {
  BankOptions options;
  const char* module;
  unsigned work_groups = 1;
};

constexpr unsigned kGroupWavefronts = 4;

const Variant kVariants[] = {
    {BankOptions{}, "lds_unit_pipelined"},
    {BankOptions{}, "lds_unit_two_groups", 2},
    {BankOptions{}, "lds_unit_four_groups", 4},
    {BankOptions{.paper = true}, "lds_unit_paper"},
    {BankOptions{.exact = true}, "lds_unit_exact"},
    {BankOptions{.exact = true, .epochs = 4}, "lds_unit_exact_epochs"},
    {BankOptions{.shared_readers = true}, "lds_unit_shared"},
    {BankOptions{.exact = true, .shared_readers = true}, "lds_unit_exact_shared"},
    {BankOptions{.exact = true, .shared_readers = true, .migratory = true}, "lds_unit_migratory"},
    {BankOptions{.exact = true, .work_item_lists = true}, "lds_unit_exact_work_item_lists"},
    {BankOptions{.exact = true, .undo_entries = 16}, "lds_unit_exact_undo"},
    {BankOptions{.stall_leaving = true}, "lds_unit_stalled"},
    {BankOptions{.row_serial = true}, "lds_unit_row_serial"},
    {BankOptions{.staged = true}, "lds_unit_staged"},
    {BankOptions{.exact = true, .shared_readers = true, .undo_entries = 16}, "lds_unit_all"},
};

}  // namespace

std::unique_ptr<tm::LdsTransactionUnit> make_lds_unit(const BankOptions& options, const TraceWindow& trace,
                                                      unsigned work_groups) {
  const bool traced = !trace.file.empty();
  if (traced && options != BankOptions{} && options != BankOptions{.paper = true})
    throw Error("traces: there are models with waves of pipelined and paper without options only");
  for (const Variant& variant : kVariants) {
    if (variant.options == options && variant.work_groups == work_groups) {
      tm::LdsSizes sizes;
      sizes.wavefronts = kGroupWavefronts * work_groups;
      sizes.work_groups = work_groups;
      sizes.tx_rows = tx_rows(sizes.rows, options);
      return make_unit<MakeLdsUnit>(std::string(variant.module) + (traced ? "_debug" : ""), sizes, trace);
    }
  }
  if (work_groups != 1) {
    throw Error("localtm.blocks: " + std::to_string(work_groups) +
                " is not built in with these options; 1 is, and 2 and 4 with localtm.banks=pipelined without "
                "options; localtm.banks=ideal has 1..16");
  }
  throw Error("the options " + describe(options) +
              " are not built in; there are: " + built_in_options(options.paper));
}

std::string built_in_options(bool paper) {
  std::string text;
  for (const Variant& variant : kVariants) {
    if (variant.options.paper == paper && variant.work_groups == 1)
      text += (text.empty() ? "" : "; ") + describe(variant.options);
  }
  return text;
}

}  // namespace gputm::engines::localtm
