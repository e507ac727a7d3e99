// The reader list beside a set of readers for each block. Four ways of eight rows: it is full at times.
#include "Vreader_list_none.h"
#include "Vreader_list_none_sites.h"
#include "Vreader_list_parity.h"
#include "Vreader_list_parity_sites.h"
#include "Vreader_list_secded.h"
#include "Vreader_list_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/snapshot/reader_list/reader_list_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  constexpr IdSizes kSizes{.ids = 64, .group_ids = 8, .generation_bits = 1, .passes = 2};
  return faulty_run(fault, 50'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    ReaderListBench<Faulty<Model>> bench(kSizes, rng);
    run_traffic(bench,
                {.operations = 120,
                 .blocks = seed % 2 == 0 ? 6u : 30u,
                 .insertions = 70,
                 .life = seed % 3 == 0 ? 40u : 10u,
                 .reclaim_every = 100},
                rng);
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> reader_list_subjects() {
  return {faulty_subject<Vreader_list_none>("reader_list/none", run<Vreader_list_none>),
          faulty_subject<Vreader_list_parity>("reader_list/parity", run<Vreader_list_parity>),
          faulty_subject<Vreader_list_secded>("reader_list/secded", run<Vreader_list_secded>)};
}

}  // namespace gputm::tb
