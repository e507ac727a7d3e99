// The version index table beside its model. Four regions of four versions, times of seven bits.
#include "Vversion_index_table_none.h"
#include "Vversion_index_table_none_sites.h"
#include "Vversion_index_table_parity.h"
#include "Vversion_index_table_parity_sites.h"
#include "Vversion_index_table_secded.h"
#include "Vversion_index_table_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/snapshot/version_index_table/version_table_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  return faulty_run(fault, 20'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    version_table::TableBench<Faulty<Model>> bench(rng);
    for (unsigned i = 0; i < 3000 && !bench.failure(); ++i) bench.cycle();
    if (!bench.failure() && !bench.settle_down()) return "a region waits without reason";
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> version_index_table_subjects() {
  return {
      faulty_subject<Vversion_index_table_none>("version_index_table/none", run<Vversion_index_table_none>),
      faulty_subject<Vversion_index_table_parity>("version_index_table/parity",
                                                  run<Vversion_index_table_parity>),
      faulty_subject<Vversion_index_table_secded>("version_index_table/secded",
                                                  run<Vversion_index_table_secded>)};
}

}  // namespace gputm::tb
