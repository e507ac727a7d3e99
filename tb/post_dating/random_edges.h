// Random dependencies among live transactions, judged by an exact graph.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "common/seed.h"
#include "post_dating/post_dating.h"

namespace gputm::test {

struct RandomEdges {
  unsigned transactions = 64;  ///< at most 64
  unsigned edges = 64;
  unsigned runs = 2000;  ///< seeds 0, 1, 2, ...
};

/// Totals of all runs.
struct EdgeVerdicts {
  std::uint64_t missed = 0;   ///< accepted though they close a cycle
  std::uint64_t caught = 0;   ///< refused, and they do close a cycle
  std::uint64_t falsely = 0;  ///< refused, and they do not
};

/// A refused dependency is left out; no transaction aborts.
inline EdgeVerdicts judge_random_edges(const RandomEdges& what, const post_dating::Rules& rules) {
  EdgeVerdicts totals;
  for (unsigned run = 0; run < what.runs; ++run) {
    tb::Rng rng(run);
    post_dating::PostDating dating(what.transactions, rules);
    for (unsigned slot = 0; slot < what.transactions; ++slot) dating.start(slot, 0);
    std::vector<std::uint64_t> after(what.transactions);  // bit j of after[i]: j depends on i
    for (unsigned edge = 0; edge < what.edges; ++edge) {
      const auto a = static_cast<std::uint16_t>(tb::below(rng, what.transactions));
      auto b = static_cast<std::uint16_t>(tb::below(rng, what.transactions - 1));
      if (b >= a) ++b;
      std::uint64_t reached = std::uint64_t{1} << b;
      for (std::uint64_t open = reached; open != 0;) {
        const std::uint64_t found = after[static_cast<unsigned>(std::countr_zero(open))] & ~reached;
        open = (open & (open - 1)) | found;
        reached |= found;
      }
      const bool cycle = ((reached >> a) & 1) != 0;
      if (dating.depend({.slot = a}, {.slot = b}) == post_dating::Verdict::kAccepted) {
        after[a] |= std::uint64_t{1} << b;
        totals.missed += cycle;
      } else {
        ++(cycle ? totals.caught : totals.falsely);
      }
    }
  }
  return totals;
}

}  // namespace gputm::test
