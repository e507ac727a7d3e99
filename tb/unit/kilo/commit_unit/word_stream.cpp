#include "unit/kilo/commit_unit/word_stream.h"

#include <chrono>
#include <deque>

namespace gputm::tb {
namespace {

/// All words hold 0, so reads of 0 pass and writes of 0 change nothing.
class FixedLatencySlice final : public tm::WordPort {
 public:
  explicit FixedLatencySlice(unsigned latency) : latency_(latency) {}
  void tick() { ++cycle_; }
  bool can_read() const override { return true; }
  Word read(Address, std::uint32_t tag) override {
    flights_.push_back({cycle_ + latency_, tag});
    return 0;
  }
  std::optional<std::uint32_t> response() override {
    if (flights_.empty() || flights_.front().at > cycle_) return std::nullopt;
    const std::uint32_t tag = flights_.front().tag;
    flights_.pop_front();
    return tag;
  }
  bool can_write() const override { return true; }
  void write(Address, Word) override {}

 private:
  struct Flight {
    std::uint64_t at;
    std::uint32_t tag;
  };
  unsigned latency_;
  std::uint64_t cycle_ = 0;
  std::deque<Flight> flights_;
};

struct Final {
  std::uint64_t at;
  tm::ControlWord word;
};

}  // namespace

WordRate measure(tm::CommitUnit& unit, const WordStream& stream) {
  const unsigned words = stream.reads + stream.writes;
  const auto start = std::chrono::steady_clock::now();
  FixedLatencySlice slice(stream.l2_latency);
  std::deque<Final> finals;
  const tm::CommitId first_id = unit.retired();
  unsigned filled = 0, word = 0, retired = 0;
  std::uint64_t cycle = 0, quarter = 0, three_quarters = 0;
  for (; retired < stream.transactions; ++cycle) {
    if (cycle > 100ull * words * stream.transactions)
      throw Error("the commit unit hangs: " + unit.describe());
    while (filled < stream.transactions && filled - retired < stream.in_flight && unit.can_fill()) {
      const bool read = word < stream.reads;
      // Words read and words written are disjoint, and distinct for longer than the unit's history.
      const Address address = ((filled * words + word) % (1u << 20)) * 4 + (read ? 0 : 1u << 24);
      unit.fill({.kind = read ? tm::FillWord::Kind::kRead : tm::FillWord::Kind::kWrite,
                 .last = word + 1 == words,
                 .id = static_cast<tm::CommitId>(first_id + filled),
                 .address = address});
      if (++word == words) {
        word = 0;
        ++filled;
      }
    }
    if (!finals.empty() && finals.front().at <= cycle && unit.can_control()) {
      unit.control(finals.front().word);
      finals.pop_front();
    }
    unit.tick(slice);
    slice.tick();
    if (const auto reply = unit.reply()) {
      unit.pop_reply();
      if (reply->kind == tm::ReplyWord::Kind::kFail) throw Error("a transaction without a conflict failed");
      if (reply->kind == tm::ReplyWord::Kind::kPass) {
        finals.push_back({cycle + stream.final_delay,
                          {.kind = tm::ControlWord::Kind::kFinalPass, .last = false, .id = reply->id}});
      }
    }
    retired =
        filled - static_cast<tm::CommitId>(static_cast<tm::CommitId>(first_id + filled) - unit.retired());
    if (quarter == 0 && retired >= stream.transactions / 4) quarter = cycle;
    if (three_quarters == 0 && retired >= stream.transactions / 4 * 3) three_quarters = cycle;
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double measured_words = static_cast<double>(stream.transactions) / 2 * words;
  return {measured_words / static_cast<double>(three_quarters - quarter),
          static_cast<double>(cycle) / 1e3 / seconds};
}

}  // namespace gputm::tb
