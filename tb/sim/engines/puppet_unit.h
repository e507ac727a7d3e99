// Commit unit that replies and retires on the test's command, and a memory that it does not use.
#pragma once

#include <optional>
#include <string>

#include "tm/commit_unit.h"

namespace gputm::tb {

class PuppetUnit final : public tm::CommitUnit {
 public:
  explicit PuppetUnit(tm::CommitId first = 0) : retired_(first) {}
  bool can_fill() const override { return true; }
  void fill(const tm::FillWord&) override {}
  bool can_control() const override { return true; }
  void control(const tm::ControlWord&) override {}
  std::optional<tm::ReplyWord> reply() const override { return reply_; }
  void pop_reply() override { reply_.reset(); }
  void tick(tm::WordPort&) override {}
  bool busy() const override { return false; }
  tm::CommitId retired() const override { return retired_; }
  std::string describe() const override { return "puppet"; }

  void say(tm::ReplyWord reply) { reply_ = reply; }
  void retire_one() { ++retired_; }

 private:
  tm::CommitId retired_;
  std::optional<tm::ReplyWord> reply_;
};

}  // namespace gputm::tb
