#include "engines/localtm/ideal_lds.h"

#include <algorithm>

namespace gputm::engines::localtm {
namespace {

constexpr Cycle kPassToAnswer = 2;  ///< as in the RTL: from the last pass to its answer

}  // namespace

IdealLds::IdealLds(const tm::LdsSizes& sizes, const BankOptions& options)
    : sizes_(sizes),
      options_(options),
      memory_(sizes, options),
      masks_(sizes, options.row_serial),
      allocations_(sizes.work_groups) {}

tm::LdsError IdealLds::allocate(unsigned group, unsigned base_row, unsigned rows, bool transactional) {
  if (base_row + rows > (transactional ? sizes_.tx_rows : sizes_.rows)) return tm::LdsError::kTooLarge;
  allocations_[group] = {base_row, rows, transactional};
  return tm::LdsError::kNone;
}

void IdealLds::tick() {
  ++now_;
  if (work_) make_pass();
  start_waiting();
  if (request_ && (!tm::is_memory(request_->op) || !work_)) accept();
  if (!response_) {
    const auto due =
        std::find_if(answers_.begin(), answers_.end(), [&](const Answer& a) { return a.due <= now_; });
    if (due != answers_.end()) {
      response_ = due->response;
      answers_.erase(due);
    }
  }
}

tm::LdsError IdealLds::check(const tm::LdsRequest& request) const {
  const Allocation& allocation = allocations_[request.wavefront / sizes_.group_wavefronts()];
  const bool running = masks_[request.wavefront].running();
  if (request.op == tm::LdsOp::kBarrier) {
    return running ? tm::LdsError::kBarrierInTransaction : tm::LdsError::kNone;
  }
  if (request.op == tm::LdsOp::kCommit || request.op == tm::LdsOp::kWithdraw)
    return running ? tm::LdsError::kNone : tm::LdsError::kCommitOutside;
  if (request.op == tm::LdsOp::kBegin) {
    if (!allocation.transactional) return tm::LdsError::kPlainGroup;
    return running && masks_[request.wavefront].depth == tm::kMaxNestedBegins ? tm::LdsError::kTooDeep
                                                                              : tm::LdsError::kNone;
  }
  tm::LdsError error = tm::LdsError::kNone;
  for_each_lane(masks_.executing(request.wavefront, request.exec), [&](unsigned lane) {
    if (request.address[lane] / sizes_.row_bytes() >= allocation.rows && error == tm::LdsError::kNone) {
      error = tm::LdsError::kOutOfRange;
    }
    if (request.address[lane] % tm::access_bytes(request.op) != 0) error = tm::LdsError::kUnaligned;
  });
  return error;
}

void IdealLds::accept() {
  const tm::LdsRequest request = *request_;
  request_.reset();
  tm::LdsResponse response;
  response.wavefront = request.wavefront;
  response.error = check(request);
  if (response.error != tm::LdsError::kNone || request.op == tm::LdsOp::kBarrier) {
    answer(response, 1);
  } else if (request.op == tm::LdsOp::kBegin) {
    if (masks_.begin(request.wavefront, request.exec)) {
      answer(response, 1);
    } else {
      waiting_ |= std::uint64_t{1} << request.wavefront;
    }
  } else if (request.op == tm::LdsOp::kCommit) {
    response.aborted = masks_[request.wavefront].aborted;
    const TransactionMasks::Commit commit = masks_.commit(request.wavefront);
    memory_.walk(request.wavefront, commit.committed, false);
    response.outcome = commit.outcome;
    answer(response, 1);
  } else if (request.op == tm::LdsOp::kWithdraw) {
    const LaneMask lanes = masks_.executing(request.wavefront, request.exec & masks_[request.wavefront].exec);
    masks_.conflict(request.wavefront, lanes, false);
    memory_.walk(request.wavefront, lanes, true);
    answer(response, 1);
  } else {
    const bool transactional = masks_[request.wavefront].running() &&
                               !(options_.undo_entries != 0 && masks_[request.wavefront].alone());
    work_ = Work{request, response, request.exec, transactional};
  }
}

void IdealLds::make_pass() {
  Work& work = *work_;
  const tm::LdsRequest& request = work.request;
  const Allocation& allocation = allocations_[request.wavefront / sizes_.group_wavefronts()];
  work.left = masks_.executing(request.wavefront, work.left);
  if (work.left != 0) {
    const LaneMask pass = tm::next_pass(sizes_, request, work.left, work.transactional);
    for_each_lane(pass, [&](unsigned lane) {
      const unsigned bank = request.address[lane] / 4 % sizes_.banks;
      const unsigned row = allocation.base + request.address[lane] / sizes_.row_bytes();
      const LaneMask bit = LaneMask{1} << lane;
      const LocalMemory::Result result =
          memory_.access({request.op, work.transactional, request.wavefront, lane, bank, row,
                          request.address[lane] % 4, request.data[lane]});
      work.response.data[lane] = result.data;
      if (result.conflict) {
        work.response.conflicts |= bit;
        masks_.conflict_row(request.wavefront, lane, bank, row);
      }
      if (result.true_conflict) work.response.true_conflicts |= bit;
      if (result.reader_conflict) work.response.reader_conflicts |= bit;
      if (result.overflow) work.response.overflows |= bit;
      if (result.race) work.response.races |= bit;
    });
    work.left &= ~pass;
    const LaneMask fresh = work.response.conflicts & ~masks_[request.wavefront].tcm;
    if (fresh != 0) {
      masks_.conflict(request.wavefront, fresh, (fresh & work.response.overflows) != 0);
      memory_.walk(request.wavefront, fresh, true);
    }
  }
  if (work.left != 0) return;
  answer(work.response, kPassToAnswer);
  work_.reset();
}

void IdealLds::start_waiting() {
  for (unsigned i = 0; i < sizes_.wavefronts; ++i) {
    const unsigned wavefront = (next_group_user_ + i) % sizes_.wavefronts;
    if (masks_.wants_group(wavefront) && !masks_.group_taken(wavefront / sizes_.group_wavefronts())) {
      masks_.take_group(wavefront);
      next_group_user_ = wavefront + 1;
    }
  }
  for (unsigned wavefront = 0; wavefront < sizes_.wavefronts; ++wavefront) {
    if (masks_.must_abort(wavefront)) memory_.walk(wavefront, masks_.abort(wavefront), true);
  }
  for (unsigned wavefront = 0; wavefront < sizes_.wavefronts; ++wavefront) {
    if (!((waiting_ >> wavefront) & 1) || !masks_.may_start(wavefront)) continue;
    masks_.start(wavefront);
    waiting_ &= ~(std::uint64_t{1} << wavefront);
    tm::LdsResponse response;
    response.wavefront = wavefront;
    response.outcome = tm::TxOutcome::kEnter;
    answer(response, 1);
  }
}

void IdealLds::answer(const tm::LdsResponse& response, Cycle delay) {
  const TransactionMasks::Wavefront& w = masks_[response.wavefront];
  Answer a{now_ + delay - 1, response};
  a.response.tcm = w.tcm;
  a.response.exec = w.exec;
  a.response.mode = w.mode;
  answers_.push_back(a);
}

}  // namespace gputm::engines::localtm
