// Commits whose answers are taken so late that their ids have been reclaimed and wait to be free again, until
// one of them finds the timestamps exhausted: it has none to release.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "common/clocked.h"
#include "tm/snapshot_unit.h"

namespace gputm::tb {

/// What is wrong with a dependency_unit in which `transactions` commit, one after the other; `exhausted`
/// counts those that got no timestamp.
template <typename Model>
std::optional<std::string> commit_with_late_answers(unsigned transactions, unsigned& exhausted) {
  using Op = tm::SnapshotOp::Kind;
  using Result = tm::SnapshotAnswer::Result;
  constexpr unsigned kLate = 300;  // cycles: a scan over the ids, a reclaim pass, and a walk over the ids
  Clocked<Model> clocked;
  auto& dut = clocked.dut();
  dut.op_valid_i = 0;
  dut.rsp_ready_i = 0;
  dut.op_block_i = 0;
  clocked.reset();

  // Operations one after another; the last one's answer.
  const auto perform = [&](std::initializer_list<Op> ops, unsigned txn, unsigned late) {
    auto next = ops.begin();
    std::size_t answers = 0;
    for (unsigned cycle = 0;; ++cycle) {
      dut.op_valid_i = next != ops.end();
      if (next != ops.end()) drive(dut.op_i, static_cast<unsigned>(*next));
      drive(dut.op_txn_i, txn);
      dut.rsp_ready_i = cycle >= late;
      clocked.settle();
      if (dut.op_valid_i && dut.op_ready_o) ++next;
      if (dut.rsp_valid_o && dut.rsp_ready_i) ++answers;
      const std::pair answer(static_cast<Result>(dut.rsp_result_o), unsigned{dut.rsp_txn_o});
      clocked.step();
      if (answers == ops.size() || cycle > 10 * kLate) return answer;
    }
  };
  exhausted = 0;
  for (unsigned i = 0; i < transactions; ++i) {
    auto begun = perform({Op::kSnapshot}, 0, 0);
    while (begun.first == Result::kWait) begun = perform({Op::kSnapshot}, 0, 0);
    if (begun.first == Result::kExhausted) {
      perform({Op::kAbort}, begun.second, 0);
      continue;
    }
    // The answers of the reads fill the buffer in front of the commit's.
    const Result result = perform({Op::kRead, Op::kRead, Op::kCommit}, begun.second, kLate).first;
    if (clocked.assertion_failed()) return "assertion failed in the RTL";
    if (result == Result::kExhausted) ++exhausted;
    if (result != Result::kExhausted && result != Result::kDone) return "a commit is refused";
  }
  return std::nullopt;
}

}  // namespace gputm::tb
