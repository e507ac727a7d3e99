// ring_walker against a queue: every entry once, in order, with fields read since its arrival, for any
// replies of the stage, and one entry in every cycle without stalls.
#include <gtest/gtest.h>

#include <array>

#include "Vring_walker.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/fields.h"

namespace gputm::tb::ring_walker_test {
namespace {

constexpr unsigned kLatency =
    3;  // cycles from the entry's arrival, or from the first `reread` answer, to new fields
constexpr unsigned kChange = 2;  // cycles from a change of an entry that is read again
constexpr unsigned kSerials = 128;

/// An entry's field is its serial number and whether it may pass, which becomes true at some time.
unsigned field_of(std::uint64_t serial, bool ready) {
  return static_cast<unsigned>(serial % kSerials) | unsigned{ready} << 7;
}
bool ready_in(unsigned field) { return field >> 7 != 0; }

template <typename Model>
class WalkerBench {
 public:
  WalkerBench(std::uint64_t first, Rng& rng)
      : rng_(rng), arrivals_(rng), changes_(rng), grants_(rng), retires_(rng), first_(first) {
    auto& dut = bench_.dut();
    dut.pass_i = dut.reread_i = 0;
    dut.may_read_i =
        1;  // as hazard_detector has it at any time; nothing is read before the initialisation has ended
    reset_and_initialise(bench_, kEntries, first);
  }

  /// Without stalls: entries arrive ready, and nothing after the stage is busy.
  void cycle(bool unhindered) {
    auto& dut = bench_.dut();
    dut.pass_i = dut.reread_i = 0;
    dut.fields_i = static_cast<std::uint8_t>(read_);
    dut.may_read_i = dut.read_slot_o != ring_slot(came_);
    bench_.settle();
    answer(dut, unhindered);
    dut.may_read_i = dut.read_slot_o != ring_slot(came_);
    bench_.settle();
    const unsigned read = dut.read_o;
    const bool passes = dut.pass_i;
    bench_.step();
    // Events of the preceding stages in this cycle.
    if (unhindered || (retired_ < passed_ && retires_.go())) retired_ = passed_;
    if (came_ - retired_ < kEntries && (unhindered || arrivals_.go())) come();
    const std::uint64_t pick = passed_ + below(rng_, kEntries);
    if (pick < came_ && changes_.go()) change(pick);
    for (std::uint64_t serial = passed_; unhindered && serial < came_; ++serial) change(serial);
    if (reads(read)) read_ = fields_[read_index(read)];
    passed_ += passes;
    ++now_;
  }
  std::uint64_t passed() const { return passed_; }
  std::uint64_t rereads() const { return rereads_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  void answer(Model& dut, bool unhindered) {
    bench_.require(id_of(dut.pointer_o) == ((first_ + passed_) & 0xffff), "wrong id");
    bench_.require(slot_in(dut.pointer_o) == ring_slot(passed_), "wrong slot");
    waited_ = !dut.valid_o && passed_ < came_ ? waited_ + 1 : 0;
    bench_.require(waited_ < kLatency, "an entry that came does not show");
    if (!dut.valid_o) return;
    if (passed_ == came_) return bench_.require(false, "an entry that has not come");
    bench_.require(dut.fields_o % kSerials == passed_ % kSerials, "fields of another entry");
    const bool ready = ready_in(dut.fields_o);
    const bool is_ready = ready_in(fields_[index_of(passed_)]);
    if (!ready && !rereads_since_) rereads_since_ = now_;
    const std::uint64_t due =
        std::max(ready_at_[index_of(passed_)] + kChange, rereads_since_.value_or(0) + kLatency);
    bench_.require(ready || !is_ready || now_ < due, "read again, but too late");
    bench_.require(!ready || is_ready, "ready before it is");
    dut.pass_i = ready && (unhindered || grants_.go());
    // The stage may answer neither for a cycle.
    const bool hesitates = !ready && !unhindered && one_in(rng_, 8);
    dut.reread_i = !ready && !hesitates;
    rereads_ += dut.reread_i;
    if (hesitates) rereads_since_ = now_ + 1;
    if (dut.pass_i) rereads_since_.reset();
  }
  void come() {
    fields_[index_of(came_)] = field_of(came_, false);
    ++came_;
  }
  void change(std::uint64_t serial) {
    const unsigned index = index_of(serial);
    if (!ready_in(fields_[index])) ready_at_[index] = now_;
    fields_[index] = field_of(serial, true);
  }

  Unprotected<Model> bench_;
  Rng& rng_;
  StallStream arrivals_, changes_, grants_, retires_;
  std::array<unsigned, kEntries> fields_{};
  std::uint64_t first_, came_ = 0, passed_ = 0, retired_ = 0, rereads_ = 0, now_ = 0;
  std::array<std::uint64_t, kEntries> ready_at_{};
  std::optional<std::uint64_t> rereads_since_;
  unsigned read_ = 0;  // field at the time of the read
  unsigned waited_ = 0;
};

template <typename Model>
std::optional<std::string> run_walker(std::uint64_t cycles, Rng& rng) {
  WalkerBench<Model> bench(65536 - below(rng, 1000), rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle(false);
  if (bench.failure()) return bench.failure();
  if (bench.passed() < cycles / 20 || bench.rereads() < cycles / 20) return "hardly an entry";
  constexpr unsigned kStream = 1000;
  for (unsigned i = 0; i < 40; ++i) bench.cycle(true);
  const std::uint64_t before = bench.passed();
  for (unsigned i = 0; i < kStream && !bench.failure(); ++i) bench.cycle(true);
  if (bench.failure()) return bench.failure();
  return bench.passed() == before + kStream ? std::nullopt
                                            : std::optional<std::string>("not an entry a cycle");
}

TEST(RingWalker, BringsEveryEntryOnceInOrder) {
  Rng rng = seeded_rng(34);
  EXPECT_EQ(run_walker<Vring_walker>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::ring_walker_test
