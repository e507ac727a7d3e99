// Copies of words between a commit unit and an L2 with other agents' stores: an answer that the word has not
// had since its read, a lost one, or one too many is wrong.
#include "Vrecent_words_none.h"
#include "Vrecent_words_none_sites.h"
#include "Vrecent_words_parity.h"
#include "Vrecent_words_parity_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/kilo/recent_words/words_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  return faulty_run(fault, 10'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    return run_words<Faulty<Model>>(2000, rng, Twin::kNone);
  });
}

}  // namespace

std::vector<Subject> recent_words_subjects() {
  return {faulty_subject<Vrecent_words_none>("recent_words/none", run<Vrecent_words_none>),
          faulty_subject<Vrecent_words_parity>("recent_words/parity", run<Vrecent_words_parity>)};
}

}  // namespace gputm::tb
