// A commit unit whose entries retire when the L2 has answered their writes, as in the model that the authors
// of the MICRO 2011 paper have published. The unit's own entries retire when the L2 has accepted the writes,
// which is all that the order of accesses needs; this puts their retirements and the messages about them off
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

  /// What has been put off, first.
  std::optional<tm::ReplyWord> reply() const override;
  void pop_reply() override;
  void tick(tm::WordPort& memory) override;
  bool busy() const override { return inner().busy() || !retirements_.empty() || !replies_.empty(); }
  tm::CommitId retired() const override { return retired_; }
  std::string describe() const override;

 private:
  template <typename T>
  struct PutOff {
    std::uint64_t writes = 0;  ///< has its turn when so many have been answered
    T what = {};
  };

  tm::CommitId retired_;                   ///< as far as anyone is told
  tm::CommitId seen_;                      ///< the unit's own
  std::optional<std::uint64_t> accepted_;  ///< writes; from the first cycle on
  std::uint64_t answered_ = 0;
  std::deque<PutOff<tm::CommitId>> retirements_;
  std::deque<PutOff<tm::ReplyWord>> replies_;
};

}  // namespace gputm::engines::kilo
