#include "engines/kilo/answered_writes.h"

#include <spdlog/fmt/fmt.h>

#include <utility>

namespace gputm::engines::kilo {
namespace {

/// Word port that counts the writes.
class CountingPort final : public tm::WordPort {
 public:
  CountingPort(tm::WordPort& memory, std::uint64_t& writes) : memory_(memory), writes_(writes) {}
  bool can_read() const override { return memory_.can_read(); }
  Word read(Address address, std::uint32_t tag) override { return memory_.read(address, tag); }
  std::optional<std::uint32_t> response() override { return memory_.response(); }
  bool can_write() const override { return memory_.can_write(); }
  void write(Address address, Word value) override {
    memory_.write(address, value);
    ++writes_;
  }
  tm::MemoryBlock read_block(Address address, std::uint32_t tag) override {
    return memory_.read_block(address, tag);
  }
  void write_block(Address address, std::uint8_t mask, const tm::MemoryBlock& values) override {
    memory_.write_block(address, mask, values);
    ++writes_;
  }
  std::uint64_t writes_answered() const override { return memory_.writes_answered(); }

 private:
  tm::WordPort& memory_;
  std::uint64_t& writes_;
};

}  // namespace

std::optional<tm::ReplyWord> AnsweredWrites::reply() const {
  if (!replies_.empty() && replies_.front().writes <= answered_) return replies_.front().what;
  const std::optional<tm::ReplyWord> reply = inner().reply();
  if (reply && reply->kind == tm::ReplyWord::Kind::kRetired) return std::nullopt;
  return reply;
}

void AnsweredWrites::pop_reply() {
  if (!replies_.empty() && replies_.front().writes <= answered_) {
    replies_.pop_front();
  } else {
    inner().pop_reply();
  }
}

void AnsweredWrites::tick(tm::WordPort& memory) {
  if (!accepted_) accepted_ = memory.writes_answered();
  CountingPort port(memory, *accepted_);
  inner().tick(port);

  // An entry retires at its last write or later.
  const std::optional<tm::ReplyWord> reply = inner().reply();
  if (reply && reply->kind == tm::ReplyWord::Kind::kRetired) {
    replies_.push_back({*accepted_, *reply});
    inner().pop_reply();
  }
  if (inner().retired() != seen_) {
    seen_ = inner().retired();
    retirements_.push_back({*accepted_, seen_});
  }

  answered_ = memory.writes_answered();
  while (!retirements_.empty() && retirements_.front().writes <= answered_) {
    retired_ = retirements_.front().what;
    retirements_.pop_front();
  }
}

std::string AnsweredWrites::describe() const {
  return fmt::format("{}, {} of {} writes answered", inner().describe(), answered_, accepted_.value_or(0));
}

}  // namespace gputm::engines::kilo
