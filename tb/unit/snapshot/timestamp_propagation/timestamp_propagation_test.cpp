// timestamp_propagation against the propagation of tb/post_dating: random transactions and dependencies;
// whenever the timestamps leave no room for a dependency, the RTL propagates on a copy of the previous table,
// and must reach the same verdict and timestamps.
#include <gtest/gtest.h>

#include <array>

#include "Vpropagation.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "post_dating/post_dating.h"

namespace gputm::tb::timestamp_propagation_test {
namespace {

using post_dating::Interval;
using post_dating::Occupant;
using post_dating::PostDating;
using post_dating::Verdict;
using Phase = PostDating::Phase;

constexpr unsigned kSlots = 8, kPropagationDepth = 3, kPropagationSuccs = 2, kSlotBits = 3, kOpenCode = 255;
// Start and search (docs/snapshot/post_dating_unit.md); then a cycle per raised transaction, and a last one.
constexpr unsigned kMostCycles =
    4 + 2 * kPropagationDepth * (3 + 3 * kPropagationSuccs) + 1 + kPropagationDepth + 1;

post_dating::Rules small_rules() {
  post_dating::Rules rules;
  rules.increment = 3;
  rules.last_timestamp = 254;
  rules.propagation_depth = kPropagationDepth;
  rules.propagation_successors = kPropagationSuccs;
  return rules;
}

unsigned code(post_dating::Timestamp t) {
  return t == post_dating::kOpen ? kOpenCode : static_cast<unsigned>(t);
}

template <typename Model>
class PropagationBench : public ModuleBench<Model> {
 public:
  PropagationBench() {
    this->dut().start_i = 0;
    this->reset();
  }

  std::optional<std::string> run(std::uint64_t steps) {
    for (std::uint64_t i = 0; i < steps && !this->failed(); ++i) step();
    return this->failure();
  }
  const std::array<std::uint64_t, 4>& propagations() const { return propagations_; }  ///< one count a verdict
  std::uint64_t rises_committed() const { return rises_committed_; }

 private:
  unsigned random_slot() { return static_cast<unsigned>(below(rng_, kSlots)); }
  bool live(const Occupant& it) const { return !it.former && model_.slot(it.slot).phase == Phase::kLive; }
  bool exists(const Occupant& it) const { return it.former || model_.slot(it.slot).phase != Phase::kFree; }

  void step() {
    const unsigned slot = random_slot();
    const auto& it = model_.slot(slot);
    const bool rare = one_in(rng_, 16);
    if (it.phase == Phase::kLive && rare) {
      if (one_in(rng_, 3))
        model_.abort(slot);
      else if (const Verdict verdict = model_.commit(slot); verdict == Verdict::kExhausted)
        flush();
      else if (verdict == Verdict::kSuspected)
        model_.abort(slot);
    } else if (it.phase == Phase::kCommitted && rare) {
      model_.release(slot);
    } else if (it.former && rare) {
      model_.release_former(slot);
    } else if (it.phase != Phase::kLive && one_in(rng_, 4)) {
      const post_dating::Timestamp now = model_.committed_timestamp();
      if (model_.start(slot, now - std::min(now, static_cast<post_dating::Timestamp>(below(rng_, 8)))) ==
          Verdict::kExhausted)
        flush();
    } else {
      depend(occupant(slot), occupant(random_slot()));
    }
  }
  Occupant occupant(unsigned slot) {
    return {static_cast<std::uint16_t>(slot), model_.slot(slot).former.has_value() && one_in(rng_, 4)};
  }
  void flush() {
    for (unsigned slot = 0; slot < kSlots; ++slot) {
      if (model_.slot(slot).phase == Phase::kLive) model_.abort(slot);
    }
    model_.flush();
  }

  void depend(const Occupant& pred, const Occupant& succ) {
    if (!exists(pred) || !exists(succ) || (!live(pred) && !live(succ)) || pred.slot == succ.slot) return;
    const Interval before = model_.interval(pred), after = model_.interval(succ);
    const post_dating::Timestamp above = pred.former ? before.pdts : before.cts;
    const PostDating table = model_;
    const Verdict verdict = model_.depend(pred, succ);
    if (!succ.former && before.pdts >= after.cts && above >= after.pdts)
      propagate(table, pred, succ, above, verdict);
    if (verdict == Verdict::kExhausted)
      flush();
    else if (verdict != Verdict::kAccepted && !one_in(rng_, 4))
      model_.abort(live(pred) ? pred.slot : succ.slot);
  }

  void propagate(const PostDating& table, const Occupant& pred, const Occupant& succ,
                 post_dating::Timestamp above, Verdict verdict) {
    auto& dut = this->dut();
    std::array<Interval, kSlots> timestamps;
    for (unsigned slot = 0; slot < kSlots; ++slot) timestamps[slot] = table.slot(slot).now;
    dut.start_i = 1;
    drive(dut.pred_i, pred.slot);
    dut.pred_former_i = pred.former;
    drive(dut.succ_i, succ.slot);
    drive(dut.above_i, above);
    unsigned cycles = 0;
    bool wrote = false;
    for (bool done = false; !done && !this->failed(); ++cycles) {
      this->settle();
      done = dut.done_o;
      if (done) this->expect("verdict", dut.verdict_o, verdict);
      const std::optional<unsigned> read = dut.read_o ? std::optional<unsigned>(dut.raddr_o) : std::nullopt;
      if (dut.write_o) {
        timestamps[dut.waddr_o] = {dut.below_o + 1, dut.pdts_o == kOpenCode
                                                        ? post_dating::kOpen
                                                        : post_dating::Timestamp{dut.pdts_o}};
        this->expect("committed", dut.committed_o, table.slot(dut.waddr_o).phase == Phase::kCommitted);
        rises_committed_ += dut.committed_o;
        wrote = true;
      }
      if (cycles > kMostCycles) this->fail("the propagation takes too long");
      this->tick();
      if (read) show(table.slot(*read));
    }
    ++propagations_[static_cast<unsigned>(verdict)];
    dut.start_i = 0;
    this->settle();
    this->tick();
    if (wrote != (verdict == Verdict::kAccepted))
      this->fail("timestamps are written if and only if it is accepted");
    for (unsigned slot = 0; slot < kSlots; ++slot) {
      this->expect("CTS", code(timestamps[slot].cts), code(model_.slot(slot).now.cts));
      // The requester writes the predecessor's PDTS.
      if (slot != pred.slot)
        this->expect("PDTS", code(timestamps[slot].pdts), code(model_.slot(slot).now.pdts));
    }
  }

  /// A row of the table, with the timestamps below the CTSs; irrelevant fields are arbitrary.
  void show(const PostDating::Slot& slot) {
    auto& dut = this->dut();
    drive(dut.below_i, code(slot.now.cts) - 1);
    drive(dut.pdts_i, code(slot.now.pdts));
    drive(dut.former_below_i,
          slot.former ? code(slot.former->cts) - 1 : static_cast<unsigned>(below(rng_, 256)));
    const bool committed = slot.phase == Phase::kCommitted;
    drive(dut.state_i,
          (slot.former ? 4u : 0u) | (committed ? 2u : 0u) | (slot.phase == Phase::kLive ? 1u : 0u));
    unsigned list = static_cast<unsigned>(below(rng_, 64));
    for (unsigned i = 0; i < slot.successors.size(); ++i) set_element(list, i, kSlotBits, slot.successors[i]);
    drive(dut.list_txns_i, list);
    drive(dut.list_count_i, slot.successors.size());
    dut.list_overflow_i = slot.pinned;
    drive(dut.committed_i, committed ? code(slot.committed_at) : static_cast<unsigned>(below(rng_, 256)));
    drive(dut.released_i, code(slot.released_at));
  }

  Rng rng_ = seeded_rng(86);
  PostDating model_{kSlots, small_rules()};
  std::array<std::uint64_t, 4> propagations_{};
  std::uint64_t rises_committed_ = 0;
};

TEST(TimestampPropagation, PropagatesAsTheModel) {
  PropagationBench<Vpropagation> bench;
  EXPECT_EQ(bench.run(run_length(1000000)), std::nullopt);
  for (const std::uint64_t propagations : bench.propagations()) EXPECT_GT(propagations, 20u);
  EXPECT_GT(bench.rises_committed(), 1000u);
}

}  // namespace
}  // namespace gputm::tb::timestamp_propagation_test
