// How often the history returns an id that is not the word's last writer, against a model with ideal hash
// functions.
#pragma once

#include <string>
#include <vector>

#include "lwh_bench.h"
#include "reference_history.h"

namespace gputm::tb {

struct FalseWriters {
  double measured = 0, ideal = 0;  ///< share of look-ups

  bool bounded() const { return measured <= 1.1 * ideal + 0.01; }
  std::string describe() const {
    return std::to_string(100 * measured) + "% false writers, " + std::to_string(100 * ideal) +
           "% with ideal hashes";
  }
};

/// Each transaction writes one random word and reads one, every second time a recently written one;
/// `live_writes` transactions are alive at any time. Words are `stride` apart. `bench` starts at id 65000.
template <typename Model>
FalseWriters measure_false_writers(LwhBench<Model>& bench, const LwhSizes& sizes, std::uint64_t stride,
                                   std::uint64_t live_writes, Rng& rng) {
  constexpr std::uint64_t kFirst = 65000, kTransactions = 12000, kWords = 1 << 18;
  ReferenceHistory reference(sizes, kFirst);
  std::vector<std::uint64_t> written;
  std::uint64_t ideal = 0;
  for (std::uint64_t i = 0; i < kTransactions; ++i) {
    if (i >= live_writes) {
      bench.advance_retire(1);
      reference.retire(bench.retire());
    }
    written.push_back(below(rng, kWords) * stride);
    bench.insert(written.back(), kFirst + i);
    reference.insert(written.back(), kFirst + i);
    const bool recent = one_in(rng, 2);
    const std::uint64_t read =
        recent ? written[i - below(rng, std::min(i + 1, live_writes))] : below(rng, kWords) * stride;
    bench.look_up(read);
    ideal += reference.is_false_writer(read);
  }
  for (unsigned i = 0; i < LwhBench<Model>::kLatency; ++i) bench.cycle();
  return {static_cast<double>(bench.false_writers()) / kTransactions,
          static_cast<double>(ideal) / kTransactions};
}

}  // namespace gputm::tb
