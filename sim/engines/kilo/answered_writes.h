// Commit unit with entries that retire when the L2 has answered their writes, as in the published model of
// the authors of the MICRO 2011 paper. Entries of the inner unit retire when the L2 has accepted the writes,
// which suffices for the order of accesses; this wrapper delays the retirements and their messages
// (kilo.retirement).
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engines/kilo/commit_unit_around.h"
#include "tm/commit_unit.h"

namespace gputm::engines::kilo {

class AnsweredWrites final : public CommitUnitAround {
 public:
  explicit AnsweredWrites(std::unique_ptr<tm::CommitUnit> unit)
      : CommitUnitAround(std::move(unit)), retired_(inner().retired()), seen_(retired_) {}

  /// Oldest delayed reply first.
  std::optional<tm::ReplyWord> reply() const override;
  void pop_reply() override;
  void tick(tm::WordPort& memory) override;
  bool busy() const override { return inner().busy() || !retirements_.empty() || !replies_.empty(); }
  tm::CommitId retired() const override { return retired_; }
  std::string describe() const override;

 private:
  template <typename T>
  struct PutOff {
    std::uint64_t writes = 0;  ///< number of answered writes at which it is due
    T what = {};
  };

  tm::CommitId retired_;                   ///< reported retire pointer
  tm::CommitId seen_;                      ///< retire pointer of the inner unit
  std::optional<std::uint64_t> accepted_;  ///< accepted writes; set from the first cycle on
  std::uint64_t answered_ = 0;
  std::deque<PutOff<tm::CommitId>> retirements_;
  std::deque<PutOff<tm::ReplyWord>> replies_;
};

}  // namespace gputm::engines::kilo
