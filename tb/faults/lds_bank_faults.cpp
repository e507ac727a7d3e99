// A bank of local memory beside its model, which predicts each answer and its cycle; random commands, as in
// the bank's test. The user of a bank stops in the cycle of an error that was not corrected, the one after
// the answer.
#include "Vlds_bank_paper_none.h"
#include "Vlds_bank_paper_none_sites.h"
#include "Vlds_bank_pipelined_none.h"
#include "Vlds_bank_pipelined_none_sites.h"
#include "Vlds_bank_pipelined_parity.h"
#include "Vlds_bank_pipelined_parity_sites.h"
#include "Vlds_bank_pipelined_secded.h"
#include "Vlds_bank_pipelined_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/localtm/common/bank_bench.h"

namespace gputm::tb {
namespace {

/// Its reports are the errors at its port, for a cycle each.
template <typename Model>
class FaultyBank : public Faulty<Model> {
 public:
  using Faulty<Model>::Faulty;

  void eval() {
    Faulty<Model>::eval();
    if (FaultPlan::current == nullptr) return;
    Reported& reported = FaultPlan::current->reported;
    for (const BankError& error : errors_of(*this))
      (error.fatal ? reported.fatal : reported.corrected) = true;
    if (reported.fatal) throw Stopped();
  }
};

template <typename Model, BankSizes kSizes>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  return faulty_run(fault, 20'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    BankBench<FaultyBank<Model>> bench{kSizes, true};
    run_bank(bench, 600, rng);
    bench.finish();
    if (bench.failure() && bench.failure()->ends_with(kTakesNoCommand)) throw NoEnd();
    return bench.failure();
  });
}

template <typename Model, BankSizes kSizes = BankSizes{}>
Subject subject(const char* name) {
  return faulty_subject<Model>(name, run<Model, kSizes>);
}

}  // namespace

std::vector<Subject> lds_bank_subjects() {
  constexpr BankSizes kChecked{.checked = true}, kPaper{.paper = true};
  return {subject<Vlds_bank_pipelined_none>("lds_bank_pipelined/none"),
          subject<Vlds_bank_pipelined_parity, kChecked>("lds_bank_pipelined/parity"),
          subject<Vlds_bank_pipelined_secded, kChecked>("lds_bank_pipelined/secded"),
          subject<Vlds_bank_paper_none, kPaper>("lds_bank_paper/none")};
}

}  // namespace gputm::tb
