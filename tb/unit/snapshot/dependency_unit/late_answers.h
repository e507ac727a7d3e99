// Answers taken so late that their transactions' ids have already changed state: ids of commits are unneeded,
// until one of them finds the timestamps exhausted with none to release; an aborted transaction's id is free.
#pragma once

#include <deque>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "common/clocked.h"
#include "tm/snapshot_unit.h"

namespace gputm::tb {

/// Errors of a dependency_unit in which `transactions` commit, one after the other; `exhausted` counts those
/// without a timestamp.
template <typename Model>
std::optional<std::string> commit_with_late_answers(unsigned transactions, unsigned& exhausted) {
  using Op = tm::SnapshotOp::Kind;
  using Result = tm::SnapshotAnswer::Result;
  constexpr unsigned kLate = 300;  // cycles: some scans over the ids
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
    // The answers to the reads fill the buffer in front of the commit's.
    const Result result = perform({Op::kRead, Op::kRead, Op::kCommit}, begun.second, kLate).first;
    if (clocked.assertion_failed()) return "assertion failed in the RTL";
    if (result == Result::kExhausted) ++exhausted;
    if (result != Result::kExhausted && result != Result::kDone) return "a commit is refused";
  }
  return std::nullopt;
}

/// Errors of a dependency_unit of `txns` ids in groups of `group_ids`, all in use: a transaction is refused a
/// write and aborts, the last one of its group, and another one gets its id before the answers of either are
/// taken. The new one must not be refused.
template <typename Model>
std::optional<std::string> begin_before_answers(unsigned txns, unsigned group_ids) {
  using Op = tm::SnapshotOp::Kind;
  using Result = tm::SnapshotAnswer::Result;
  Clocked<Model> clocked;
  auto& dut = clocked.dut();
  dut.op_valid_i = 0;
  dut.rsp_ready_i = 0;
  clocked.reset();

  std::deque<std::pair<Result, unsigned>> answers;
  const auto cycles = [&](unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      clocked.settle();
      if (dut.rsp_valid_o && dut.rsp_ready_i)
        answers.emplace_back(static_cast<Result>(dut.rsp_result_o), unsigned{dut.rsp_txn_o});
      clocked.step();
    }
  };
  const auto submit = [&](Op op, unsigned txn, unsigned block) {
    dut.op_valid_i = 1;
    drive(dut.op_i, static_cast<unsigned>(op));
    drive(dut.op_txn_i, txn);
    drive(dut.op_block_i, block);
    for (clocked.settle(); !dut.op_ready_o; clocked.settle()) cycles(1);
    cycles(1);
    dut.op_valid_i = 0;
  };
  constexpr unsigned kLong = 2000;  // cycles in which the unit ends all pending work
  const auto all_answers = [&] {
    dut.rsp_ready_i = 1;
    cycles(kLong);
    dut.rsp_ready_i = 0;
    return std::exchange(answers, {});
  };
  cycles(kLong);
  for (unsigned i = 0; i < txns; ++i) submit(Op::kSnapshot, 0, 0);
  if (all_answers().size() != txns) return "not all ids are handed out";
  const unsigned other = 0, id = group_ids;
  submit(Op::kWrite, other, 1);
  for (unsigned neighbour = id + 1; neighbour < id + group_ids; ++neighbour) submit(Op::kAbort, neighbour, 0);
  all_answers();
  if (dut.free_o != 0) return "ids of a group with a running transaction are free";
  // The first two wait in the buffer of the answers, the others in front of it.
  submit(Op::kRead, other, 2);
  submit(Op::kRead, other, 3);
  submit(Op::kWrite, id, 1);
  submit(Op::kAbort, id, 0);
  cycles(kLong);
  if (dut.free_o != group_ids) return "the group is not free";
  submit(Op::kSnapshot, 0, 0);
  cycles(kLong);
  const auto late = all_answers();
  if (late.size() != 5 || late[2].first != Result::kSecondWriter) return "the write is not refused";
  if (late[4] != std::pair(Result::kDone, id)) return "the id is not handed out again";
  submit(Op::kRead, id, 2);
  submit(Op::kCommit, id, 0);
  for (const auto& [result, txn] : all_answers()) {
    if (result != Result::kDone) return "the id's next transaction is refused";
  }
  if (clocked.assertion_failed()) return "assertion failed in the RTL";
  return std::nullopt;
}

}  // namespace gputm::tb
