// Reference counts beside the model's table: until a loss is reported any difference is wrong; from then on a
// word that is announced without a write in flight, or at the end.
#include "Vreference_counts_none.h"
#include "Vreference_counts_none_sites.h"
#include "Vreference_counts_parity.h"
#include "Vreference_counts_parity_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/eapg/reference_counts/counts_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  return faulty_run(fault, 10'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    reference_counts_test::TableBench<Faulty<Model>> bench(rng);
    reference_counts_test::run_counts(bench, 1200, [](unsigned) {});
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> reference_counts_subjects() {
  return {faulty_subject<Vreference_counts_none>("reference_counts/none", run<Vreference_counts_none>),
          faulty_subject<Vreference_counts_parity>("reference_counts/parity", run<Vreference_counts_parity>)};
}

}  // namespace gputm::tb
