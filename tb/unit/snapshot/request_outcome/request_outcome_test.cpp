// request_outcome against the rules for each request, for all requests, states and findings.
#include <gtest/gtest.h>

#include "Voutcome.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "unit/snapshot/common/dependency_codes.h"

namespace gputm::tb::request_outcome_test {
namespace {

using namespace codes;

// Bits of snapshot_pkg::timestamp_write_t and slot_state_t.
constexpr unsigned kCts = 64, kPdts = 32, kFormerFields = 16, kState = 8, kList = 4, kCommittedAt = 2,
                   kReleasedAt = 1;
constexpr unsigned kFormer = 4, kCommittedState = 2, kLiveState = 1;

struct Findings {
  unsigned op = 0, state = 0, edge_write = 0;
  bool suspected = false, exhausted = false;  // as the request's kind has it
};

struct Outcome {
  unsigned verdict = kAcceptedVerdict, write = 0, state = 0;
};

Outcome outcome(const Findings& f) {
  const unsigned former = f.state & kFormer;
  const bool committed = (f.state & kCommittedState) != 0;
  unsigned verdict = kAcceptedVerdict;
  if (f.suspected) verdict = kSuspectedVerdict;
  if (f.exhausted) verdict = kExhaustedVerdict;
  switch (f.op) {
    case kTsEdge:
      return {verdict, f.edge_write, f.state};
    case kTsStart:
      if (f.exhausted) return {kExhaustedVerdict, 0, f.state};
      return {kAcceptedVerdict, kCts | kPdts | kState | kList | (committed ? kFormerFields : 0U),
              (former != 0 || committed ? kFormer : 0U) | kLiveState};
    case kTsCommit:
      if (f.suspected || f.exhausted) return {verdict, 0, f.state};
      return {verdict, kCts | kPdts | kState | kCommittedAt, former | kCommittedState};
    case kTsAbort:
      return {kAcceptedVerdict, kState, former};
    case kTsRelease:
      return {kAcceptedVerdict, kState | (committed ? kReleasedAt : 0U), former};
    case kTsReleaseFormer:
      return {kAcceptedVerdict, kState | (former != 0 ? kReleasedAt : 0U), f.state & ~kFormer};
    default:
      return {kAcceptedVerdict, 0, f.state};
  }
}

// Findings for other kinds of request are ignored.
TEST(RequestOutcome, IsThatOfEachRequest) {
  Rng rng = seeded_rng(108);
  VerilatedContext context;
  Voutcome dut(&context);
  const auto coin = [&] { return one_in(rng, 2); };
  for (std::uint64_t i = 0; i < run_length(20000); ++i) {
    const Findings f{.op = static_cast<unsigned>(below(rng, kTsFlush + 1)),
                     .state = static_cast<unsigned>(below(rng, 8)),
                     .edge_write = static_cast<unsigned>(below(rng, 128)),
                     .suspected = coin(),
                     .exhausted = coin()};
    drive(dut.op_i, f.op);
    drive(dut.state_i, f.state);
    drive(dut.edge_write_i, f.edge_write);
    dut.edge_suspected_i = f.op == kTsEdge ? f.suspected : coin();
    dut.edge_exhausted_i = f.op == kTsEdge ? f.exhausted : coin();
    dut.start_exhausted_i = f.op == kTsStart ? f.exhausted : coin();
    dut.commit_late_i = f.op == kTsCommit ? f.suspected : coin();
    dut.commit_exhausted_i = f.op == kTsCommit ? f.exhausted : coin();
    dut.eval();
    const Outcome expected = outcome(f);
    ASSERT_EQ(unsigned{dut.verdict_o}, expected.verdict) << f.op << " in state " << f.state;
    ASSERT_EQ(unsigned{dut.write_o}, expected.write) << f.op << " in state " << f.state;
    // A state that is not written is undefined.
    if (f.op != kTsEdge && (expected.write & kState) != 0) {
      ASSERT_EQ(unsigned{dut.state_o}, expected.state) << f.op << " in state " << f.state;
    }
  }
}

}  // namespace
}  // namespace gputm::tb::request_outcome_test
