// lds_stalled_access in front of a bank with random latency and conflicts, and random restores on their way:
// the commands that the bank gets, their order, and the answers that count.
#include <gtest/gtest.h>

#include <optional>

#include "Vstalled_access.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::lds_stalled_access_test {
namespace {

template <typename Model>
class StalledAccessBench : public ModuleBench<Model> {
 public:
  std::optional<std::string> run(std::uint64_t cycles) {
    auto& dut = this->dut();
    dut.restoring_i = dut.cmd_valid_i = dut.bank_ready_i = dut.bank_answers_i = 0;
    this->reset();
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) cycle();
    return this->failure();
  }
  std::uint64_t stalls() const { return stalls_; }
  std::uint64_t kept() const { return kept_; }  ///< conflicts that count despite a restore on its way

 private:
  enum class State { kFree, kAtBank, kStalled, kAgain };

  void cycle() {
    auto& dut = this->dut();
    // The bank: an answer some cycles after the access, and the next command no earlier
    const bool answers = state_ == State::kAtBank && answers_.go();
    dut.bank_answers_i = answers;
    dut.bank_conflict_i = one_in(rng_, 2);
    // A restore request is held until the bank takes its walk, which waits for the bank's current work.
    if (!restoring_) restoring_ = one_in(rng_, 4);
    dut.restoring_i = restoring_;
    const bool bank_free = state_ != State::kAtBank || answers;
    dut.bank_ready_i = bank_free && takes_.go();
    // Commands are offered when they can be taken, as in the unit: no access while a restore is on its way.
    const bool walk = restoring_ || one_in(rng_, 3);
    dut.cmd_walk_i = walk;
    dut.cmd_access_i = static_cast<std::uint32_t>(rng_());
    dut.cmd_valid_i = 0;
    this->settle();
    const bool stalls = answers && dut.bank_conflict_i && restoring_ && !again_;
    const bool waiting = state_ == State::kStalled || stalls;
    const bool ready = dut.bank_ready_i && state_ != State::kAgain && (!waiting || walk);
    if (!waiting || walk) this->expect("ready", dut.cmd_ready_o, ready);
    dut.cmd_valid_i = ready && offers_.go();
    this->settle();
    this->expect("answers", dut.answers_o, answers && !stalls);
    this->expect("waits", dut.waits_o, state_ == State::kStalled || state_ == State::kAgain);
    this->expect("bank valid", dut.bank_valid_o, state_ == State::kAgain || dut.cmd_valid_i);
    if (state_ == State::kAgain) {
      this->expect("the access again", dut.bank_access_o, access_);
      this->expect("no walk", dut.bank_walk_o, false);
    } else if (dut.cmd_valid_i) {
      this->expect("the command's access", dut.bank_access_o, dut.cmd_access_i);
      this->expect("the command's kind", dut.bank_walk_o, walk);
    }
    stalls_ += stalls;
    kept_ += answers && dut.bank_conflict_i && restoring_ && again_;
    advance(answers, waiting, walk);
    this->tick();
  }

  void advance(bool answers, bool waiting, bool walk) {
    auto& dut = this->dut();
    if (answers) state_ = State::kFree;
    if (waiting) state_ = State::kStalled;
    if (state_ == State::kAgain) {
      if (dut.bank_ready_i) state_ = State::kAtBank;
      return;
    }
    if (!dut.cmd_valid_i) return;
    if (walk) {
      if (waiting) state_ = State::kAgain;
      again_ = waiting;
      restoring_ = false;
    } else {
      state_ = State::kAtBank;
      access_ = dut.cmd_access_i;
      again_ = false;
    }
  }

  Rng rng_ = seeded_rng(80);
  StallStream answers_{rng_}, takes_{rng_}, offers_{rng_};
  State state_ = State::kFree;
  bool restoring_ = false;
  bool again_ = false;  ///< a retry of the access at the bank
  std::uint32_t access_ = 0;
  std::uint64_t stalls_ = 0, kept_ = 0;
};

TEST(LdsStalledAccess, IsDecidedBehindTheRestore) {
  StalledAccessBench<Vstalled_access> bench;
  EXPECT_EQ(bench.run(run_length(50000)), std::nullopt);
  EXPECT_GT(bench.stalls(), 100u);
  EXPECT_GT(bench.kept(), 100u);
}

}  // namespace
}  // namespace gputm::tb::lds_stalled_access_test
