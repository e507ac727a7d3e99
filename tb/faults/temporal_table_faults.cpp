// WarpTM's temporal table beside a record of all writes: an interval that is too long is wrong, and one that
// is too short without a reported loss.
#include "Vtemporal_table_none.h"
#include "Vtemporal_table_none_sites.h"
#include "Vtemporal_table_parity.h"
#include "Vtemporal_table_parity_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/warptm/temporal_table/interval_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  constexpr unsigned kCycles = 6000, kLast = 500;  // in its last cycles it still has to answer
  return faulty_run(fault, 2 * kCycles, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    TableBench<Faulty<Model>> bench(static_cast<std::int64_t>(8 * (kIdMask + 1) + below(rng, kIdMask)), rng);
    for (unsigned i = 0; i < kCycles - kLast && !bench.failure(); ++i) bench.cycle();
    const std::uint64_t answers = bench.answers();
    for (unsigned i = 0; i < kLast && !bench.failure(); ++i) bench.cycle();
    if (!bench.failure() && bench.answers() == answers) throw NoEnd();
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> temporal_table_subjects() {
  return {faulty_subject<Vtemporal_table_none>("temporal_table/none", run<Vtemporal_table_none>),
          faulty_subject<Vtemporal_table_parity>("temporal_table/parity", run<Vtemporal_table_parity>)};
}

}  // namespace gputm::tb
