#include "engines/localtm/lds_unit_rtl.h"

#include <verilated_fst_c.h>

#include "Vlds_unit_all.h"
#include "Vlds_unit_exact.h"
#include "Vlds_unit_exact_scan.h"
#include "Vlds_unit_exact_shared.h"
#include "Vlds_unit_exact_undo.h"
#include "Vlds_unit_paper.h"
#include "Vlds_unit_paper_debug.h"
#include "Vlds_unit_pipelined.h"
#include "Vlds_unit_pipelined_debug.h"
#include "Vlds_unit_row_serial.h"
#include "Vlds_unit_shared.h"
#include "engines/localtm/verilated_lds_unit.h"

namespace gputm::engines::localtm {
namespace {

struct Variant {
  BankOptions options;
  std::unique_ptr<tm::LdsTransactionUnit> (*make)(const tm::LdsSizes& sizes);
};

template <typename Model>
std::unique_ptr<tm::LdsTransactionUnit> make(const tm::LdsSizes& sizes) {
  return std::make_unique<VerilatedLdsUnit<Model>>(sizes);
}

const Variant kVariants[] = {
    {BankOptions{}, make<Vlds_unit_pipelined>},
    {BankOptions{.paper = true}, make<Vlds_unit_paper>},
    {BankOptions{.exact = true}, make<Vlds_unit_exact>},
    {BankOptions{.shared_readers = true}, make<Vlds_unit_shared>},
    {BankOptions{.exact = true, .shared_readers = true}, make<Vlds_unit_exact_shared>},
    {BankOptions{.exact = true, .scan_walk = true}, make<Vlds_unit_exact_scan>},
    {BankOptions{.exact = true, .undo_entries = 16}, make<Vlds_unit_exact_undo>},
    {BankOptions{.row_serial = true}, make<Vlds_unit_row_serial>},
    {BankOptions{.exact = true, .shared_readers = true, .undo_entries = 16}, make<Vlds_unit_all>},
};

}  // namespace

std::unique_ptr<tm::LdsTransactionUnit> make_lds_unit(const BankOptions& options, const TraceWindow& trace) {
  if (!trace.file.empty()) {
    tm::LdsSizes sizes;
    sizes.tx_rows = tx_rows(sizes.rows, options);
    if (options == BankOptions{})
      return std::make_unique<VerilatedLdsUnit<Vlds_unit_pipelined_debug, VerilatedFstC>>(sizes, trace);
    if (options == BankOptions{.paper = true})
      return std::make_unique<VerilatedLdsUnit<Vlds_unit_paper_debug, VerilatedFstC>>(sizes, trace);
    throw Error("traces: there are models with waves of pipelined and paper without options only");
  }
  for (const Variant& variant : kVariants) {
    if (variant.options == options) {
      tm::LdsSizes sizes;
      sizes.tx_rows = tx_rows(sizes.rows, options);
      return variant.make(sizes);
    }
  }
  throw Error("the options " + describe(options) +
              " are not built in; there are: " + built_in_options(options.paper));
}

std::string built_in_options(bool paper) {
  std::string text;
  for (const Variant& variant : kVariants) {
    if (variant.options.paper == paper) text += (text.empty() ? "" : "; ") + describe(variant.options);
  }
  return text;
}

}  // namespace gputm::engines::localtm
