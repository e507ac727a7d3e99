// The SIMT stack alone: divergence, calls, and the retry and transaction entries of the MICRO paper's
// figure 3.
#include "core/simt_stack.h"

#include <gtest/gtest.h>

#include "sim/isa/encode.h"

namespace gputm::core {
namespace {

constexpr Address kReturn = isa::Program::kNoReconvergence;

SimtStack stack_at(Address pc, LaneMask mask) {
  SimtStack stack;
  stack.reset(pc, mask, nullptr);
  return stack;
}

TEST(SimtStack, BranchSplitsAndMeets) {
  SimtStack stack = stack_at(0x100, 0xf);
  stack.diverge(0x3, 0x200, 0x104, 0x300);
  EXPECT_EQ(stack.top().pc, 0x104U);
  EXPECT_EQ(stack.top().mask, 0xcU);
  stack.advance(0x300);
  EXPECT_EQ(stack.top().pc, 0x200U);
  EXPECT_EQ(stack.top().mask, 0x3U);
  stack.advance(0x300);
  EXPECT_EQ(stack.top().pc, 0x300U);
  EXPECT_EQ(stack.top().mask, 0xfU);
  EXPECT_EQ(stack.entries().size(), 1U);
}

TEST(SimtStack, SideThatIsTheMeetingPointWaitsThere) {
  SimtStack stack = stack_at(0x100, 0xf);
  stack.diverge(0x3, 0x300, 0x104, 0x300);
  EXPECT_EQ(stack.top().mask, 0xcU);
  stack.advance(0x300);
  EXPECT_EQ(stack.top().mask, 0xfU);
}

TEST(SimtStack, LoopDoesNotGrowTheStack) {
  SimtStack stack = stack_at(0x100, ~LaneMask{0});
  // Lanes leave a loop with exit 0x200 one after the other.
  for (unsigned lane = 0; lane < 63; ++lane) {
    stack.diverge(LaneMask{1} << lane, 0x200, 0x104, 0x200);
    EXPECT_LE(stack.entries().size(), 2U);
    stack.advance(0x100);
  }
  stack.advance(0x200);
  EXPECT_EQ(stack.top().mask, ~LaneMask{0});
}

TEST(SimtStack, RecursionMeetsAtTheSameDepthOnly) {
  SimtStack stack = stack_at(0x100, 0x3);
  stack.diverge(0x1, 0x180, 0x104, 0x140);  // lane 1 first
  stack.call(0x100);                        // recurses through the same code
  stack.advance(0x140);                     // the reconvergence point's pc, one call deeper
  EXPECT_EQ(stack.top().mask, 0x2U);
  stack.ret(0x108);
  stack.advance(0x140);
  EXPECT_EQ(stack.top().mask, 0x1U);
  stack.advance(0x140);
  EXPECT_EQ(stack.top().mask, 0x3U);
}

TEST(SimtStack, EarlyReturnsMeetAtTheCaller) {
  SimtStack stack = stack_at(0x100, 0xf);
  stack.call(0x1000);
  stack.diverge(0x3, 0x1100, 0x1004, kReturn);
  stack.ret(0x104);  // lanes 2, 3
  EXPECT_EQ(stack.top().mask, 0x3U);
  EXPECT_EQ(stack.top().pc, 0x1100U);
  stack.diverge(0x1, 0x1200, 0x1104, kReturn);
  stack.ret(0x104);
  EXPECT_EQ(stack.top().mask, 0x1U);
  stack.ret(0x104);
  EXPECT_EQ(stack.top().mask, 0xfU);
  EXPECT_EQ(stack.top().pc, 0x104U);
  EXPECT_EQ(stack.entries().size(), 1U);
}

TEST(SimtStack, CallsThroughDifferentPointersMeetBehindTheCall) {
  SimtStack stack = stack_at(0x100, 0x7);
  stack.call_apart(0x1, 0x1000, 0x104);
  EXPECT_EQ(stack.top().pc, 0x1000U);
  stack.ret(0x104);
  EXPECT_EQ(stack.top().pc, 0x100U);  // the others call now
  EXPECT_EQ(stack.top().mask, 0x6U);
  stack.call(0x2000);
  stack.ret(0x104);
  EXPECT_EQ(stack.top().mask, 0x7U);
  EXPECT_EQ(stack.top().pc, 0x104U);
}

TEST(SimtStack, ExitInOneBranchLeavesTheOthers) {
  SimtStack stack = stack_at(0x100, 0xf);
  stack.diverge(0x3, 0x200, 0x104, 0x300);
  stack.exit(0xc);
  EXPECT_EQ(stack.top().mask, 0x3U);
  stack.advance(0x300);
  EXPECT_EQ(stack.top().mask, 0x3U);
  stack.exit(0x3);
  EXPECT_TRUE(stack.empty());
}

// The five scenarios of figure 3: threads 6 and 7 of eight fail and run again.
TEST(SimtStack, TransactionOfFigure3) {
  SimtStack stack = stack_at(0x100, 0xff);
  stack.begin_transaction(0xff, 0, 0x104);  // scenario 1: R empty, T full
  EXPECT_EQ(stack.retry().kind, EntryKind::kRetry);
  EXPECT_EQ(stack.retry().mask, 0U);
  EXPECT_EQ(stack.transaction().mask, 0xffU);
  EXPECT_EQ(stack.top().pc, 0x104U);
  stack.advance(0x180);
  ASSERT_TRUE(stack.wait());
  stack.abort_lanes(0xc0);  // scenario 2
  EXPECT_EQ(stack.retry().mask, 0xc0U);
  EXPECT_FALSE(stack.end_attempt(stack.retry().mask));  // scenario 3
  EXPECT_EQ(stack.retry().mask, 0U);
  EXPECT_EQ(stack.top().mask, 0xc0U);
  EXPECT_EQ(stack.top().pc, 0x104U);
  stack.diverge(0x40, 0x140, 0x108, 0x150);  // scenario 4: ordinary divergence inside
  stack.advance(0x150);
  stack.advance(0x150);
  EXPECT_EQ(stack.top().mask, 0xc0U);
  stack.advance(0x180);
  EXPECT_TRUE(stack.wait());
  EXPECT_TRUE(stack.end_attempt(stack.retry().mask));  // scenario 5
  EXPECT_FALSE(stack.in_transaction());
  EXPECT_EQ(stack.top().pc, 0x184U);
  EXPECT_EQ(stack.top().mask, 0xffU);
}

/// 0x100: if (...) { 0x108, 0x10c: to 0x11c } 0x110 .. 0x118; 0x11c, 0x120: both; 0x124: return.
isa::Program program_with_branch() {
  tb::ElfBuilder elf;
  elf.entry = 0x100;
  elf.add_code(0x100, {tb::kNop, tb::branch(0, 10, 11, 12), tb::kNop, tb::jal(0, 16), tb::kNop, tb::kNop,
                       tb::kNop, tb::kNop, tb::kNop, tb::kRet});
  return isa::Program::parse(elf.build(), "branch", isa::Program::Analysis::kKernels);
}

TEST(SimtStack, CommitsOnTwoSidesOfABranchAreOne) {
  const isa::Program program = program_with_branch();
  SimtStack stack;
  stack.reset(0x100, 0xf, &program);
  stack.begin_transaction(0xf, 0, 0x104);
  stack.diverge(0x3, 0x110, 0x108, program.reconvergence_pc(0x104));
  EXPECT_FALSE(stack.wait()) << "lanes 0 and 1 have not come to a commit";
  EXPECT_EQ(stack.top().pc, 0x110U);
  EXPECT_EQ(stack.top().mask, 0x3U);
  EXPECT_TRUE(stack.wait());
  EXPECT_TRUE(stack.end_attempt(0));
  EXPECT_EQ(stack.top().pc, 0x114U);
  stack.advance(0x11c);
  EXPECT_EQ(stack.top().pc, 0x10cU);
  stack.advance(0x11c);
  EXPECT_EQ(stack.top().mask, 0xfU) << "they meet where their branch does";
}

TEST(SimtStack, AttemptsThatCommitAtDifferentPlacesMeet) {
  const isa::Program program = program_with_branch();
  SimtStack stack;
  stack.reset(0x100, 0xf, &program);
  stack.begin_transaction(0x1, 0xe, 0x104);
  stack.advance(0x108);
  EXPECT_TRUE(stack.wait());
  EXPECT_FALSE(stack.end_attempt(0x2));
  stack.advance(0x110);
  EXPECT_TRUE(stack.wait());
  EXPECT_FALSE(stack.end_attempt(0xc));
  stack.advance(0x110);
  EXPECT_TRUE(stack.wait());
  EXPECT_TRUE(stack.end_attempt(0));
  EXPECT_EQ(stack.top().mask, 0xeU) << "two attempts committed at the same place";
  EXPECT_EQ(stack.top().pc, 0x114U);
  stack.advance(0x11c);
  EXPECT_EQ(stack.top().mask, 0x1U);
  stack.advance(0x11c);
  EXPECT_EQ(stack.top().mask, 0xfU);
  EXPECT_EQ(stack.entries().size(), 1U);
}

TEST(SimtStack, LanesAtTheMeetingGoOnWhenTheOthersWaitForThem) {
  const isa::Program program = program_with_branch();
  SimtStack stack;
  stack.reset(0x100, 0xf, &program);
  stack.diverge(0x3, 0x110, 0x108, program.reconvergence_pc(0x104));
  EXPECT_FALSE(stack.wait());  // lanes 2 and 3 at 0x108, a barrier
  stack.advance(0x11c);        // the others arrive, and cannot reconverge with them
  EXPECT_EQ(stack.top().mask, 0x3U);
  stack.advance(0x120);
  EXPECT_TRUE(stack.wait());
  stack.release();
  EXPECT_EQ(stack.top().mask, 0xcU);
  EXPECT_EQ(stack.top().pc, 0x10cU);
  stack.advance(0x11c);
  stack.advance(0x120);
  stack.advance(0x124);
  EXPECT_EQ(stack.top().mask, 0xfU);
}

TEST(SimtStack, SomeOfTheWaitingLanesGoOn) {
  const isa::Program program = program_with_branch();
  SimtStack stack;
  stack.reset(0x100, 0xf, &program);
  stack.diverge(0x3, 0x110, 0x108, program.reconvergence_pc(0x104));
  EXPECT_FALSE(stack.wait());  // lanes 2 and 3 at 0x108
  stack.part(0x1);
  EXPECT_EQ(stack.top().mask, 0x1U);
  EXPECT_FALSE(stack.wait());  // lane 0 at 0x110; lane 1 is to come
  EXPECT_EQ(stack.top().mask, 0x2U);
  stack.release(0xc);
  EXPECT_EQ(stack.top().mask, 0x2U) << "the running path goes on";
  EXPECT_FALSE(stack.wait());
  EXPECT_EQ(stack.top().mask, 0xcU);
  EXPECT_EQ(stack.top().pc, 0x10cU);
  EXPECT_TRUE(stack.wait());
  stack.release(0x3);
  EXPECT_FALSE(stack.all_wait());
  EXPECT_EQ(stack.top().pc, 0x114U);
  stack.release(0xc);
  for (const LaneMask lanes : {LaneMask{0x3}, LaneMask{0xc}}) {
    while (stack.top().mask != 0xf && (stack.top().mask & ~lanes) == 0) stack.advance(0x11c);
  }
  stack.advance(0x11c);
  EXPECT_EQ(stack.top().mask, 0xfU);
}

TEST(SimtStack, ATransactionThatRunsPastItsBranchMeetsTheOthersBehindIt) {
  const isa::Program program = program_with_branch();
  SimtStack stack;
  stack.reset(0x100, 0xf, &program);
  stack.diverge(0x3, 0x110, 0x108, program.reconvergence_pc(0x104));
  stack.begin_transaction(0xc, 0, 0x10c);
  stack.advance(0x11c);  // lanes 0 and 1, which are not in a transaction, will arrive there
  EXPECT_EQ(stack.top().mask, 0xcU);
  stack.advance(0x11c + 4);
  EXPECT_TRUE(stack.wait());
  EXPECT_TRUE(stack.end_attempt(0));
  EXPECT_EQ(stack.top().mask, 0x3U) << "0x124, behind the commit, is where all meet";
  stack.advance(0x11c);
  EXPECT_EQ(stack.top().mask, 0x3U);
  stack.advance(0x120);
  stack.advance(0x124);
  EXPECT_EQ(stack.top().mask, 0xfU);
  EXPECT_EQ(stack.entries().size(), 1U);
}

TEST(SimtStack, WatchdogTakesLanesOutOfEveryEntry) {
  SimtStack stack = stack_at(0x100, 0xf);
  stack.begin_transaction(0xf, 0, 0x104);
  stack.diverge(0x3, 0x140, 0x108, 0x150);
  stack.abort_lanes(0xc);  // the whole top path
  EXPECT_EQ(stack.top().mask, 0x3U);
  EXPECT_EQ(stack.top().pc, 0x140U);
  EXPECT_EQ(stack.retry().mask, 0xcU);
  stack.advance(0x150);
  EXPECT_EQ(stack.top().kind, EntryKind::kTransaction);
  EXPECT_EQ(stack.top().mask, 0x3U);
}

}  // namespace
}  // namespace gputm::core
