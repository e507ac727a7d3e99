// The last writer history beside an exact map of the last writers: two sub-arrays of eight buckets, a table
// of 16 entries, and words and ids that are reused all the time.
#include "Vlast_writer_history_none.h"
#include "Vlast_writer_history_none_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/kilo/last_writer_history/lwh_bench.h"

namespace gputm::tb {
namespace {

Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  constexpr LwhSizes kSizes{16, 4, 2, 8, 10, 8};
  return faulty_run(fault, 50'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    LwhTraffic traffic{.operations = 1500, .live_ids = 24};
    if (seed % 2 == 1) traffic.addresses = 1000;
    LwhBench<Faulty<Vlast_writer_history_none>> bench(kSizes, 0);
    run_traffic(bench, kSizes, traffic, rng);
    for (unsigned i = 0; i < 8; ++i) bench.cycle();  // the last answers
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> last_writer_history_subjects() {
  return {faulty_subject<Vlast_writer_history_none>("last_writer_history/none", run)};
}

}  // namespace gputm::tb
