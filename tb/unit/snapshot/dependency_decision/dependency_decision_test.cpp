// dependency_decision against the rules of docs/snapshot/tables.md, for random operations and states.
#include <gtest/gtest.h>

#include <array>

#include "Vdecision.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "unit/snapshot/common/dependency_codes.h"

namespace gputm::tb::dependency_decision_test {
namespace {

using namespace codes;

struct Case {
  Op op;
  bool overflow, other_valid, other_writes;
  Result snapshot;
  bool version_known;
  State txn_state, other_state;
  unsigned txn_seq, other_seq;
  bool doomed, other_doomed, refused, own_in_flight, flushing, seq_full;

  bool access() const { return op == kRead || op == kWrite; }
  /// One of the two had not committed before the other's snapshot, and the other can commit. A running
  /// transaction's number is that of its snapshot.
  bool concurrent() const {
    if (!other_valid || other_doomed || other_state == kUnknown) return false;
    return other_state == kLive || other_seq > txn_seq;
  }
  /// The snapshot includes the other's commit.
  bool visible() const { return other_valid && other_state == kCommitted && other_seq <= txn_seq; }
};

struct Decision {
  bool stall = false, ask = false, other_first = false, update = false;
  TsOp ts_op = kTsEdge;
  Result result = kDone;
  Op update_op = kSnapshot;
};

Decision decide(const Case& c) {
  Decision d;
  d.update_op = c.op;
  switch (c.op) {
    case kSnapshot:
      d.update = c.snapshot == kDone;
      d.result = d.update && c.flushing ? kExhausted : c.snapshot;
      d.ask = d.update && !c.flushing;
      d.stall = c.snapshot == kDone && (c.own_in_flight || !c.version_known);
      d.ts_op = kTsStart;
      break;
    case kRead:
    case kWrite:
      if (c.flushing) {
        d.result = kExhausted;
      } else if (c.op == kWrite && c.other_writes && c.concurrent()) {
        d.result = c.other_state == kLive ? kSecondWriter : kLateWriter;
      } else {
        d.result = c.overflow ? kOverflow : kDone;
        d.ask = (c.concurrent() || c.visible()) && !c.refused;
        d.other_first = c.op == kWrite || c.visible();
      }
      break;
    case kCommit:
      d.stall = c.own_in_flight;
      d.update = true;
      d.result = c.doomed ? kDoomed : c.flushing || c.seq_full ? kExhausted : kDone;
      d.ts_op = d.result == kDone ? kTsCommit : kTsAbort;
      d.ask = !c.flushing;
      if (d.result != kDone) d.update_op = kAbort;
      break;
    case kAbort:
      d.update = true;
      d.ts_op = kTsAbort;
      d.ask = !c.flushing;
      break;
    case kPublish:
      d.stall = !c.version_known;
      d.ask = true;
      d.ts_op = kTsPublish;
      break;
    case kRetire:
      d.update = true;
      d.ts_op = kTsRelease;
      d.ask = c.txn_state == kCommitted && !c.flushing;
      break;
    case kFlush:
      d.ask = d.update = true;
      d.ts_op = kTsFlush;
      break;
    case kFence:
      break;
  }
  return d;
}

/// The first case that the RTL decides differently; counts the results.
template <typename Model>
std::optional<std::string> compare(std::uint64_t cases, std::array<std::uint64_t, 10>& results) {
  Rng rng = seeded_rng(95);
  VerilatedContext context;
  Model dut(&context);
  const auto coin = [&] { return one_in(rng, 2); };
  for (std::uint64_t i = 0; i < cases; ++i) {
    const Case c{.op = static_cast<Op>(below(rng, 9)),
                 .overflow = one_in(rng, 4),
                 .other_valid = coin(),
                 .other_writes = coin(),
                 .snapshot = coin()   ? kDone
                             : coin() ? kWait
                                      : kGone,
                 .version_known = coin(),
                 .txn_state = static_cast<State>(below(rng, 3)),
                 .other_state = static_cast<State>(below(rng, 3)),
                 .txn_seq = static_cast<unsigned>(below(rng, 8)),
                 .other_seq = static_cast<unsigned>(below(rng, 8)),
                 .doomed = one_in(rng, 4),
                 .other_doomed = one_in(rng, 4),
                 .refused = one_in(rng, 4),
                 .own_in_flight = coin(),
                 .flushing = one_in(rng, 4),
                 .seq_full = one_in(rng, 4)};
    drive(dut.beat_i, static_cast<unsigned>(c.op) << 3 | c.overflow << 2 | c.other_valid << 1 |
                          (c.other_writes ? 1u : 0u));  // as access_beat_t
    drive(dut.snapshot_result_i, c.snapshot);
    dut.version_known_i = c.version_known;
    drive(dut.txn_state_i, c.txn_state);
    drive(dut.other_state_i, c.other_state);
    dut.other_newer_i = c.other_seq > c.txn_seq;
    dut.doomed_i = c.doomed;
    dut.other_doomed_i = c.other_doomed;
    dut.refused_i = c.refused;
    dut.own_in_flight_i = c.own_in_flight;
    dut.flushing_i = c.flushing;
    dut.seq_full_i = c.seq_full;
    dut.eval();
    const Decision d = decide(c);
    ++results[d.result];
    std::ostringstream text;
    text << "operation " << c.op << " against a transaction in state " << c.other_state << ": ";
    if (dut.stall_o != d.stall) return text.str() + "stall";
    if (dut.req_o != d.ask) return text.str() + "whether timestamps are asked for";
    if (d.ask && dut.ts_op_o != d.ts_op) return text.str() + "what is asked for";
    if (d.ask && d.ts_op == kTsEdge && dut.other_first_o != d.other_first)
      return text.str() + "which comes first";
    if (dut.result_o != d.result) return text.str() + "result";
    if (dut.update_o != d.update) return text.str() + "whether the record changes";
    if (d.update && dut.update_op_o != d.update_op) return text.str() + "how the record changes";
  }
  return std::nullopt;
}

TEST(DependencyDecision, FollowsTheRules) {
  std::array<std::uint64_t, 10> results{};
  EXPECT_EQ(compare<Vdecision>(run_length(300000), results), std::nullopt);
  for (const Result result :
       {kDone, kWait, kSecondWriter, kLateWriter, kOverflow, kExhausted, kDoomed, kGone})
    EXPECT_GT(results[result], 500u) << result;
}

}  // namespace
}  // namespace gputm::tb::dependency_decision_test
