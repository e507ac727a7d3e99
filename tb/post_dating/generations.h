// Generations of a group of transaction ids (docs/snapshot/tables.md), as a system of events for
// exhaustive_search.h: readers in rows of a table, deaths, reclaim passes that visit the rows, and the next
// generation of the group, whose transactions use the same ids. A reader of the present generation that none
// of its transactions has entered is taken for one of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "common/exhaustive_search.h"

namespace gputm::test {

/// The rules, each separately switched off
struct GenerationRules {
  bool clean_only = true;          ///< the next generation is not the mark
  bool whole_rounds = true;        ///< a mark is the sample from before `passes` passes, else from one later
  bool sampled_before = true;      ///< the generation is sampled before a pass, else at its end
  bool moves_without_dead = true;  ///< a reader that moves to another row must be live
  bool fenced = true;  ///< no operation that has met the dead is under way when the generation changes
};

struct GenerationLimits {
  unsigned ids = 2, generations = 2;
  unsigned rows = 2;    ///< of the table
  unsigned passes = 2;  ///< that visit all rows; a divisor of `rows`
};

class Generations {
 public:
  enum class Kind : std::uint8_t { kBegin, kEnter, kMove, kDie, kMeet, kLeave, kPass, kVisit, kNext };
  struct Event {
    Kind kind = Kind::kBegin;
    unsigned id = 0, row = 0, to = 0;
    friend std::string to_string(const Event& event) {
      const std::string id = std::to_string(event.id), row = std::to_string(event.row);
      switch (event.kind) {
        case Kind::kBegin:
          return "begin " + id;
        case Kind::kEnter:
          return id + " in row " + row;
        case Kind::kMove:
          return "row " + row + " to " + std::to_string(event.to);
        case Kind::kDie:
          return id + " dies";
        case Kind::kMeet:
          return id + " is met";
        case Kind::kLeave:
          return "the one that met " + id + " leaves";
        case Kind::kPass:
          return "pass";
        case Kind::kVisit:
          return "visit";
        case Kind::kNext:
          return "next generation";
      }
      return "";
    }
  };

  Generations(const GenerationLimits& limits, const GenerationRules& rules)
      : limits_(limits),
        rules_(rules),
        states_(limits.ids, Id::kFresh),
        met_(limits.ids),
        rows_(limits.rows),
        samples_(limits.passes) {}

  Fingerprint fingerprint() const {
    Fingerprint print;
    for (const Id state : states_) print.add(static_cast<std::uint64_t>(state));
    for (const bool met : met_) print.add(met);
    for (const std::uint32_t row : rows_) print.add(row);
    for (const unsigned sample : samples_) print.add(sample);
    for (const unsigned value : {present_, mark_, next_row_, left_, unsigned{taken_for_another_}})
      print.add(value);
    return print;
  }

  /// A reader is taken for another, or the dead ids would never come back.
  bool bad() const { return taken_for_another_ || stuck(); }

  template <typename Visit>
  void successors(const Visit& visit) const {
    const auto go = [&](const Event& event) {
      Generations next = *this;
      next.perform(event);
      visit(std::move(next), event);
    };
    for (unsigned id = 0; id < limits_.ids; ++id) {
      if (states_[id] == Id::kFresh) go({.kind = Kind::kBegin, .id = id});
      if (states_[id] == Id::kLive) {
        go({.kind = Kind::kDie, .id = id});
        if (!met_[id]) go({.kind = Kind::kMeet, .id = id});
        for (unsigned row = 0; row < limits_.rows; ++row) go({.kind = Kind::kEnter, .id = id, .row = row});
      }
      if (met_[id]) go({.kind = Kind::kLeave, .id = id});
    }
    for (unsigned row = 0; row < limits_.rows; ++row) {
      for (unsigned to = 0; rows_[row] != 0 && to < limits_.rows; ++to)
        if (to != row) go({.kind = Kind::kMove, .row = row, .to = to});
    }
    go({.kind = left_ == 0 ? Kind::kPass : Kind::kVisit});
    if (may_advance()) go({.kind = Kind::kNext});
  }

  void perform(const Event& event) {
    switch (event.kind) {
      case Kind::kBegin:
        states_[event.id] = Id::kLive;
        return;
      case Kind::kEnter:
        rows_[event.row] |= bit(present_, event.id);
        return;
      case Kind::kMove:
        rows_[event.to] |= rules_.moves_without_dead ? live(rows_[event.row]) : rows_[event.row];
        rows_[event.row] = 0;
        return;
      case Kind::kDie:
        states_[event.id] = Id::kDead;
        return;
      case Kind::kMeet:
        met_[event.id] = true;
        return;
      case Kind::kLeave:
        met_[event.id] = false;
        return;
      case Kind::kPass:
        left_ = limits_.rows / limits_.passes;
        if (rules_.sampled_before) sample();
        return;
      case Kind::kVisit:
        rows_[next_row_] = live(rows_[next_row_]);
        next_row_ = (next_row_ + 1) % limits_.rows;
        if (!rules_.sampled_before && left_ == 1) sample();
        if (--left_ == 0) mark_ = samples_[rules_.whole_rounds ? 0 : 1 % limits_.passes];
        return;
      case Kind::kNext:
        present_ = next();
        std::ranges::fill(states_, Id::kFresh);
        for (const std::uint32_t row : rows_) taken_for_another_ |= live(row) != 0;
        taken_for_another_ |= std::ranges::find(met_, true) != met_.end();
        return;
    }
  }

  std::vector<std::string> timestamps() const { return {}; }

 private:
  enum class Id : std::uint8_t { kFresh, kLive, kDead };

  std::uint32_t bit(unsigned generation, unsigned id) const { return 1u << (generation * limits_.ids + id); }
  /// Readers of a row that are not dead.
  std::uint32_t live(std::uint32_t row) const {
    std::uint32_t kept = 0;
    for (unsigned id = 0; id < limits_.ids; ++id)
      if (states_[id] != Id::kDead) kept |= bit(present_, id);
    return row & kept;
  }
  unsigned next() const { return (present_ + 1) % limits_.generations; }
  bool all_dead() const {
    return std::ranges::all_of(states_, [](Id state) { return state == Id::kDead; });
  }
  bool may_advance() const {
    return all_dead() && (!rules_.clean_only || next() != mark_) &&
           (!rules_.fenced || std::ranges::find(met_, true) == met_.end());
  }
  void sample() {
    std::ranges::rotate(samples_, samples_.begin() + 1);
    samples_.back() = present_;
  }
  /// Whether a group of dead ids still waits after a round of passes and one more.
  bool stuck() const {
    if (!rules_.clean_only || !all_dead()) return false;
    Generations later = *this;
    for (unsigned passes = 0; passes < limits_.passes + 1 || later.left_ != 0;) {
      passes += later.left_ == 0;
      later.perform({.kind = later.left_ == 0 ? Kind::kPass : Kind::kVisit});
    }
    return later.next() == later.mark_;
  }

  GenerationLimits limits_;
  GenerationRules rules_;
  std::vector<Id> states_;           ///< of each id, in the present generation
  std::vector<bool> met_;            ///< an operation under way has met the id's transaction
  std::vector<std::uint32_t> rows_;  ///< readers of each row, a bit for each id of each generation
  std::vector<unsigned> samples_;    ///< present generation before each of the last passes, the oldest first
  unsigned present_ = 0, mark_ = 0;
  unsigned next_row_ = 0, left_ = 0;  ///< row that the pass visits next; rows that it still visits
  bool taken_for_another_ = false;
};

}  // namespace gputm::test
