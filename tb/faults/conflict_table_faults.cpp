// The conflict table beside the model's: a hit too many is wrong, and one too few without a reported loss.
#include "Vconflict_table_none.h"
#include "Vconflict_table_none_sites.h"
#include "Vconflict_table_parity.h"
#include "Vconflict_table_parity_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/eapg/conflict_table/hits_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  return faulty_run(fault, 10'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    conflict_table_test::TableBench<Faulty<Model>> bench(rng);
    conflict_table_test::run_phases(bench, 12, [] {});
    if (!bench.failure() && !bench.done()) throw NoEnd();
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> conflict_table_subjects() {
  return {faulty_subject<Vconflict_table_none>("conflict_table/none", run<Vconflict_table_none>),
          faulty_subject<Vconflict_table_parity>("conflict_table/parity", run<Vconflict_table_parity>)};
}

}  // namespace gputm::tb
