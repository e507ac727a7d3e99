// Commit unit wrapper: forwards to an inner unit what a derived class does not override.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "tm/commit_unit.h"

namespace gputm::engines::kilo {

class CommitUnitAround : public tm::CommitUnit {
 public:
  explicit CommitUnitAround(std::unique_ptr<tm::CommitUnit> unit) : unit_(std::move(unit)) {}

  bool can_fill() const override { return unit_->can_fill(); }
  void fill(const tm::FillWord& beat) override { unit_->fill(beat); }
  bool can_control() const override { return unit_->can_control(); }
  void control(const tm::ControlWord& beat) override { unit_->control(beat); }
  std::optional<tm::ReplyWord> reply() const override { return unit_->reply(); }
  void pop_reply() override { unit_->pop_reply(); }
  void stored(Address word) override { unit_->stored(word); }
  void stored_anywhere() override { unit_->stored_anywhere(); }
  void tick(tm::WordPort& memory) override { unit_->tick(memory); }
  bool busy() const override { return unit_->busy(); }
  tm::CommitId retired() const override { return unit_->retired(); }
  tm::CommitPointers pointers() const override { return unit_->pointers(); }
  std::string describe() const override { return unit_->describe(); }

 protected:
  tm::CommitUnit& inner() { return *unit_; }
  const tm::CommitUnit& inner() const { return *unit_; }

 private:
  std::unique_ptr<tm::CommitUnit> unit_;
};

}  // namespace gputm::engines::kilo
