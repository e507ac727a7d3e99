// Random serializable histories, made by running transactions one after another on a model memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "memory/backing_store.h"
#include "tm/history.h"

namespace gputm::test {

struct RandomAttempt {
  std::uint32_t thread = 0;
  std::uint32_t number = 0;
  bool committed = false;
  std::uint64_t order = 0;  ///< aborted attempts use up an order too, as KILO TM's commit ids do
  std::vector<tm::LogEntry> reads;
  std::vector<tm::LogEntry> writes;

  tm::Attempt view() const {
    return {.thread = thread,
            .number = number,
            .committed = committed,
            .order = order,
            .reads = reads,
            .writes = writes};
  }
};

struct RandomHistory {
  static constexpr Address kBase = 0x10000;

  memory::BackingStore initial;
  memory::BackingStore final;
  std::vector<RandomAttempt> attempts;  ///< in serial order

  /// `words` shared words whose values stay below `values`, so that values repeat.
  static RandomHistory make(std::mt19937_64& random, unsigned attempts, unsigned threads, unsigned words,
                            Word values, std::uint64_t first_order) {
    const auto below = [&](std::uint64_t n) { return static_cast<std::uint32_t>(random() % n); };
    RandomHistory history;
    history.initial.map(kBase, words * 4);
    history.final.map(kBase, words * 4);
    for (unsigned i = 0; i < words; ++i) {
      history.initial.word(kBase + i * 4) = history.final.word(kBase + i * 4) = below(values);
    }
    std::vector<std::uint32_t> numbers(threads);
    for (unsigned i = 0; i < attempts; ++i) {
      RandomAttempt& attempt = history.attempts.emplace_back();
      attempt.thread = below(threads);
      attempt.number = numbers[attempt.thread]++;
      attempt.order = first_order + i;
      attempt.committed = below(4) != 0;
      for (unsigned n = below(5); n != 0; --n) {
        const Address address = kBase + below(words) * 4;
        attempt.reads.push_back({address, history.final.word(address)});
      }
      for (unsigned n = below(4); n != 0; --n) {
        const Address address = kBase + below(words) * 4;
        attempt.writes.push_back({address, below(values)});
        if (attempt.committed) history.final.word(address) = attempt.writes.back().value;
      }
      if (!attempt.committed) {  // an aborted attempt's reads may be inconsistent
        for (tm::LogEntry& read : attempt.reads) read.value = below(values);
      }
    }
    return history;
  }

  /// Reports everything, each attempt at most about `disorder` positions from its serial one.
  void report(tm::HistoryChecker& checker, std::mt19937_64& random, unsigned disorder) const {
    std::vector<std::pair<std::uint64_t, const RandomAttempt*>> arrivals;
    for (std::uint64_t i = 0; i < attempts.size(); ++i) {
      arrivals.emplace_back(i + random() % (disorder + 1), &attempts[i]);
    }
    std::stable_sort(arrivals.begin(), arrivals.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [time, attempt] : arrivals) {
      checker.attempt(attempt->view());
      if (!attempt->committed) checker.skip_order(attempt->order);
    }
  }
};

}  // namespace gputm::test
