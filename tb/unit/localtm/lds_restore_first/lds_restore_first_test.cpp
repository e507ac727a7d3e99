// lds_restore_first between an issue register, requested walks and banks, all random: the offers to the
// banks, the grants, and that nothing passes a restore.
#include <gtest/gtest.h>

#include <deque>
#include <optional>

#include "Vrestore_first.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/localtm/common/struct_port.h"

namespace gputm::tb::lds_restore_first_test {
namespace {

constexpr unsigned kKinds = 3;  // kinds of walks, in the order of localtm_pkg::walk_e
constexpr unsigned kRestore = 1, kAbort = 2;

struct Walk {
  unsigned kind = 0, wavefront = 0;
  std::uint64_t lanes = 0;
};

template <typename Model>
class RestoreFirstBench : public ModuleBench<Model> {
 public:
  std::optional<std::string> run(std::uint64_t cycles) {
    auto& dut = this->dut();
    dut.walk_req_i = dut.made_gnt_i = dut.made_valid_i = dut.take_i = 0;
    this->reset();
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) cycle();
    return this->failure();
  }
  std::uint64_t overtaken() const { return overtaken_; }

 private:
  Walk random_walk() {
    return {static_cast<unsigned>(below(rng_, kKinds)), static_cast<unsigned>(below(rng_, 4)), rng_()};
  }
  /// walk_t: kind, wavefront and lanes, from the highest bit on; walk `number` of the port.
  template <typename Port>
  static void drive_walk(Port& port, const Walk& walk, unsigned number = 0) {
    kWalk.set(port, 0, walk.kind, 0, number);
    kWalk.set(port, 1, walk.wavefront, 0, number);
    for (unsigned lane = 0; lane < 64; ++lane) kWalk.set(port, 2, walk.lanes >> lane & 1, lane, number);
  }

  void cycle() {
    auto& dut = this->dut();
    // A walk request may change until it is granted, except a restore, which goes first; the contents of the
    // issue register stay.
    Walk asked = random_walk();
    const bool asks = lost_ || asks_.go();
    if (lost_) asked.kind = kRestore;
    if (!asks && asked.kind == kRestore) asked.kind = 0;
    dut.walk_req_i = asks;
    drive_walk(dut.walk_i, asked);
    dut.made_gnt_i = one_in(rng_, 2);
    if (!made_) made_ = makes_.go();
    dut.made_valid_i = made_;
    for (unsigned i = 0; made_ && fresh_ && i < 3; ++i) dut.made_i[i] = static_cast<std::uint32_t>(rng_());
    dut.made_i[2] &= (1U << kIssueBits % 32) - 1;  // a port has no more bits than its type
    for (const unsigned half : {0U, 1U}) drive_walk(dut.made_walk_i, made_walk_, half);
    fresh_ = false;
    dut.take_i = takes_.go();
    // A wavefront aborted in the previous cycle loses nothing.
    const unsigned may_lose = one_in(rng_, 4) ? 1U << below(rng_, 4) : 0;
    const bool losing = (may_lose & ~aborted_) != 0;
    drive(dut.may_lose_i, may_lose);
    this->settle();

    const bool restore = asks && asked.kind == kRestore;
    const bool restoring = losing || restore || waiting_.has_value();
    this->expect("restoring", dut.restoring_o, restoring);
    this->expect("asked of the issue register", dut.made_req_o, asks && !restore);
    const bool granted = restore ? !waiting_ || dut.take_i : static_cast<bool>(dut.made_gnt_i);
    if (asks) this->expect("granted", dut.walk_gnt_o, granted);
    this->expect("made ready", dut.made_ready_o, dut.take_i && !restoring);
    this->expect("offered", dut.offer_o, waiting_ || (made_ && !restore && !losing));
    this->expect("restore", dut.restore_o, waiting_.has_value());
    if (waiting_) {
      expect_issue_is(*waiting_);
    } else if (dut.offer_o) {
      for (unsigned i = 0; i < 3; ++i) this->expect("issued as made", dut.issue_o[i], dut.made_i[i]);
      if (bits(dut.made_i, kIssueBits - 1, 1) != 0) expect_walk(made_walk_);
    }
    if (waiting_ && dut.take_i) {
      overtaken_ += made_;
      waiting_.reset();
    }
    if (restore && granted) waiting_ = asked;
    lost_ = losing || (restore && !granted);
    aborted_ = asks && granted && asked.kind == kAbort ? 1U << asked.wavefront : 0;
    // The issue register takes the next item, a walk or not, whenever it is free.
    if (!made_ || dut.made_ready_o) made_walk_ = random_walk();
    drive_walk(dut.made_walk_next_i, made_walk_);
    this->settle();
    if (made_ && dut.made_ready_o) {
      made_ = false;
      fresh_ = true;
    }
    this->tick();
  }

  template <typename Port>
  static std::uint64_t bits(const Port& port, unsigned first, unsigned count) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < count; ++i)
      value |= std::uint64_t{port[(first + i) / 32] >> (first + i) % 32 & 1} << i;
    return value;
  }
  /// issue_t: is_walk is the highest bit.
  void expect_issue_is(const Walk& walk) {
    this->expect("a walk is issued", bits(this->dut().issue_o, kIssueBits - 1, 1), 1);
    expect_walk(walk);
  }
  void expect_walk(const Walk& walk) {
    auto& dut = this->dut();
    for (const unsigned first : {0U, kWalk.width()}) {
      this->expect("kind", bits(dut.issue_walk_o, first + 64 + 2, 2), walk.kind);
      this->expect("wavefront", bits(dut.issue_walk_o, first + 64, 2), walk.wavefront);
      this->expect("lanes", bits(dut.issue_walk_o, first, 64), walk.lanes);
    }
  }

  static constexpr StructLayout<3> kWalk{{{{2}, {2}, {1, 64}}}};
  static constexpr unsigned kIssueBits = 1 + 2 + 64 + 5 + 1;
  Rng rng_ = seeded_rng(79);
  StallStream asks_{rng_}, makes_{rng_}, takes_{rng_};
  bool made_ = false, fresh_ = true;
  Walk made_walk_;               ///< walk in the issue register
  bool lost_ = false;            ///< a restore is requested
  unsigned aborted_ = 0;         ///< one bit, for the wavefront whose abort was granted in the previous cycle
  std::optional<Walk> waiting_;  ///< waiting restore
  std::uint64_t overtaken_ = 0;
};

TEST(LdsRestoreFirst, GoesBeforeWhatIsMade) {
  RestoreFirstBench<Vrestore_first> bench;
  EXPECT_EQ(bench.run(run_length(50000)), std::nullopt);
  EXPECT_GT(bench.overtaken(), 100u);
}

}  // namespace
}  // namespace gputm::tb::lds_restore_first_test
