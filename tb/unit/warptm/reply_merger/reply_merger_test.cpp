// reply_merger: every reply comes out once, in a packet of its kind with the right verdict, in the order of
// ids; replies of a warp within the timeout share a packet, and none waits for ever.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <optional>
#include <string>

#include "Vreply_merger.h"
#include "common/reset_in_traffic.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {
namespace {

constexpr unsigned kMergeTimeout = 8, kIdMask = 0xffff;
enum Kind : unsigned { kPass, kFail, kRetired, kResendReads, kResendWrites };
enum PacketKind : unsigned { kOutcomes, kRetirements, kReadRequests, kWriteRequests };

struct Reply {
  Kind kind;
  unsigned id;
  bool last;
};

/// Outcomes and retirements of warps, each in the order of ids with gaps for ids without a log here, and
/// requests.
class UnitModel {
 public:
  UnitModel(Rng& rng, unsigned first) : rng_(rng), next_{first, first} {}

  Reply next() {
    if (one_in(rng_, 12)) return {one_in(rng_, 2) ? kResendReads : kResendWrites, next_[0], false};
    // An id retires after its outcome.
    const bool retires = done_[1].size() < done_[0].size() && one_in(rng_, 2);
    if (!retires) {
      if (left_in_warp_ == 0) {
        next_[0] += static_cast<unsigned>(below(rng_, 5));
        left_in_warp_ = 1 + static_cast<unsigned>(below(rng_, 32));
      }
      const unsigned step = left_in_warp_ == 1 ? 1 : 1 + static_cast<unsigned>(below(rng_, 2));
      left_in_warp_ -= std::min(left_in_warp_, step);
      const Reply outcome{one_in(rng_, 4) ? kFail : kPass, next_[0], left_in_warp_ == 0};
      next_[0] += step;
      done_[0].push_back(outcome);
      return outcome;
    }
    Reply retirement = done_[0][done_[1].size()];
    retirement.kind = kRetired;
    done_[1].push_back(retirement);
    return retirement;
  }

 private:
  Rng& rng_;
  std::array<unsigned, 2> next_;
  unsigned left_in_warp_ = 0;
  std::array<std::deque<Reply>, 2> done_;  ///< outcomes, retirements
};

template <typename Model>
class MergerBench {
 public:
  explicit MergerBench(Rng& rng) : packets_(rng) {
    auto& dut = bench_.dut();
    dut.reply_valid_i = dut.packet_ready_i = 0;
    bench_.reset();
  }

  /// A cycle that offers `offered` if no reply is on offer.
  void cycle(const std::optional<Reply>& offered, bool stalls) {
    auto& dut = bench_.dut();
    if (!dut.reply_valid_i && offered) {
      dut.reply_valid_i = 1;
      drive(dut.reply_kind_i, static_cast<unsigned>(offered->kind));
      drive(dut.reply_cid_i, offered->id & kIdMask);
      dut.reply_last_i = offered->last;
      now_ = *offered;
    }
    dut.packet_ready_i = !held_ && (!stalls || packets_.go());
    bench_.settle();
    bench_.require(dut.busy_o == !all_out(), "rests while a reply is on its way, or does not rest");
    const bool taken = dut.reply_valid_i && dut.reply_ready_o;
    if (dut.packet_valid_o && dut.packet_ready_i) check_packet();
    if (taken) due_[queue_of(now_.kind)].push_back({now_, bench_.cycles()});
    bench_.step();
    if (taken) dut.reply_valid_i = 0;
  }
  bool offers() { return bench_.dut().reply_valid_i; }
  /// No packet is taken.
  void hold(bool held) { held_ = held; }
  bool packet_offered() { return bench_.dut().packet_valid_o; }
  bool all_out() const { return due_[0].empty() && due_[1].empty() && due_[2].empty(); }
  std::uint64_t cycles() const { return bench_.cycles(); }
  std::uint64_t packets() const { return count_; }
  std::uint64_t merged() const { return merged_; }
  std::uint64_t longest() const { return longest_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  struct Due {
    Reply reply;
    std::uint64_t taken;
  };
  static unsigned queue_of(unsigned kind) { return kind <= kFail ? 0 : kind == kRetired ? 1 : 2; }

  void check_packet() {
    auto& dut = bench_.dut();
    ++count_;
    auto& due = due_[std::min<unsigned>(dut.packet_kind_o, 2)];
    std::uint64_t ids = dut.packet_ids_o;
    bench_.require((ids & 1) != 0, "a packet without its first id");
    const auto in_packet = static_cast<unsigned>(std::popcount(ids));
    merged_ += in_packet - 1;
    for (; ids != 0; ids &= ids - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(ids));
      bench_.require(!due.empty(), "a reply that was never given");
      if (due.empty()) return;
      const Due next = due.front();
      due.pop_front();
      bench_.require(((next.reply.id - dut.packet_cid_o) & kIdMask) == bit, "another id is due");
      const bool failed = (dut.packet_failed_o >> bit & 1) != 0;
      bench_.require(failed == (next.reply.kind == kFail), "wrong verdict");
      const bool request = next.reply.kind > kRetired;
      bench_.require(
          !request || dut.packet_kind_o == (next.reply.kind == kResendReads ? kReadRequests : kWriteRequests),
          "another log is asked for");
      bench_.require(!next.reply.last || (ids & (ids - 1)) == 0, "a packet goes on behind its warp");
      longest_ = std::max(longest_, bench_.cycles() - next.taken);
    }
  }

  Checked<Model> bench_;
  StallStream packets_;
  Reply now_{};
  bool held_ = false;
  std::array<std::deque<Due>, 3> due_;  ///< outcomes, retirements, requests
  std::uint64_t count_ = 0, merged_ = 0, longest_ = 0;
};

template <typename Model>
std::optional<std::string> run_merger(std::uint64_t cycles, Rng& rng) {
  MergerBench<Model> bench(rng);
  UnitModel unit(rng, static_cast<unsigned>(below(rng, 0x10000)));
  StallStream replies(rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i)
    bench.cycle(!bench.offers() && replies.go() ? std::optional(unit.next()) : std::nullopt, true);
  for (unsigned i = 0; i < 3 * kMergeTimeout && !bench.failure(); ++i) bench.cycle(std::nullopt, false);
  if (bench.failure()) return bench.failure();
  if (!bench.all_out()) return "a reply is lost, or waits for ever";
  return bench.merged() > bench.packets() ? std::nullopt
                                          : std::optional<std::string>("hardly any reply is merged");
}

TEST(ReplyMerger, LosesNothingAndKeepsTheOrder) {
  Rng rng = seeded_rng(91);
  for (std::uint64_t run = 0; run < run_length(10); ++run)
    ASSERT_EQ(run_merger<Vreply_merger>(20000, rng), std::nullopt) << "run " << run;
}

/// Sends replies back to back, without stalls, and waits until all have come out.
std::uint64_t give(MergerBench<Vreply_merger>& bench, std::initializer_list<Reply> replies) {
  const std::uint64_t before = bench.packets();
  for (const Reply& reply : replies) {
    bench.cycle(reply, false);
    while (bench.offers() && !bench.failure()) bench.cycle(std::nullopt, false);
  }
  while (!bench.all_out() && !bench.failure()) bench.cycle(std::nullopt, false);
  return bench.packets() - before;
}

TEST(ReplyMerger, AWarpIsAPacketAndOneLaneDoesNotWaitForEver) {
  Rng rng = seeded_rng(92);
  MergerBench<Vreply_merger> bench(rng);
  EXPECT_EQ(give(bench, {{kPass, 5, false}, {kFail, 6, false}, {kPass, 9, true}}), 1u);
  EXPECT_EQ(give(bench, {{kPass, 10, false}, {kPass, 11, true}, {kPass, 12, false}, {kPass, 13, true}}), 2u);
  EXPECT_EQ(give(bench, {{kRetired, 5, false}, {kRetired, 6, false}, {kRetired, 9, true}}), 1u);
  EXPECT_LT(bench.longest(), 5u);
  EXPECT_EQ(give(bench, {{kPass, 20, false}}), 1u);  // its warp's other lanes may wait for it
  EXPECT_EQ(bench.longest(), kMergeTimeout + 2);
  EXPECT_EQ(give(bench, {{kPass, 21, true}}), 1u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// While no packet is taken, one is offered, one of each kind waits behind it, and only further replies of
/// that kind stall.
TEST(ReplyMerger, APacketThatIsNotTakenHoldsRepliesOfItsKind) {
  Rng rng = seeded_rng(99);
  MergerBench<Vreply_merger> bench(rng);
  bench.hold(true);
  bench.cycle(Reply{kPass, 5, true}, false);
  bench.cycle(std::nullopt, false);
  EXPECT_TRUE(bench.packet_offered()) << "two cycles after the reply";
  for (const Reply& reply : {Reply{kPass, 6, true}, Reply{kRetired, 5, true}}) {
    bench.cycle(reply, false);
    EXPECT_FALSE(bench.offers()) << "waits for a packet of another kind";
  }
  bench.cycle(Reply{kFail, 7, true}, false);
  for (unsigned i = 0; i < 3 * kMergeTimeout; ++i) bench.cycle(std::nullopt, false);
  EXPECT_TRUE(bench.offers()) << "is taken into a packet that is closed";
  bench.hold(false);
  EXPECT_EQ(give(bench, {}), 4u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(ReplyMerger, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vreply_merger>(92, 800,
                                         [](Rng& rng) { return run_merger<Vreply_merger>(1000, rng); });
}

}  // namespace
}  // namespace gputm::tb
