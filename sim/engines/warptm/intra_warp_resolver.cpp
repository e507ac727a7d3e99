#include "engines/warptm/intra_warp_resolver.h"

#include <spdlog/fmt/fmt.h>

#include <utility>

#include "engines/warptm/intra_warp_rtl.h"

namespace gputm::engines::warptm {

IntraWarpResolver::IntraWarpResolver(const tm::CorePorts& core, const LogLayout& layout)
    : core_(core.core),
      config_(core.config),
      warps_(core.warps),
      log_lines_(core.log_lines),
      layout_(layout),
      unit_(make_intra_warp_unit(core.config.core.warp_width)) {}

bool IntraWarpResolver::concerns(WarpId warp, LaneMask lanes) const {
  return (lanes & (lanes - 1)) != 0 && warps_.logs(warp).writes.size() != 0;
}

unsigned IntraWarpResolver::rows() const {
  const tm::WarpLogs& logs = warps_.logs(current_->warp);
  return 2 * logs.writes.size() + logs.reads.size();
}

void IntraWarpResolver::evaluate() {
  if (std::exchange(tick_due_, false)) unit_->tick();
}

/// The unit has no result before it has all rows: until then its cycle is evaluated later.
std::optional<IntraWarpResolver::Verdict> IntraWarpResolver::tick() {
  evaluate();
  if (!current_) {
    if (waiting_.empty()) return std::nullopt;
    begin();
  }
  if (row_ < rows() && !line_missing_) read_next_line();
  tick_due_ = row_ < rows();
  if (tick_due_) return std::nullopt;
  unit_->tick();
  const auto aborts = unit_->result();
  if (!aborts) return std::nullopt;
  const Verdict verdict{current_->warp, current_->lanes, *aborts};
  current_.reset();
  return verdict;
}

void IntraWarpResolver::begin() {
  current_ = waiting_.front();
  waiting_.pop();
  row_ = lines_read_ = 0;
  unit_->start(current_->lanes);
}

IntraWarpResolver::Step IntraWarpResolver::step() const {
  using Op = IntraWarpRow::Op;
  const unsigned writes = warps_.logs(current_->warp).writes.size();
  const unsigned reads = warps_.logs(current_->warp).reads.size();
  if (row_ < writes) return {Op::kMark, row_};
  if (row_ < writes + reads) return {Op::kCheckRead, row_ - writes};
  return {Op::kCheckWrite, row_ - writes - reads};
}

/// Reads the next line of addresses in the L1; a row with all lines read goes to the unit.
void IntraWarpResolver::read_next_line() {
  if (lines_read_ < layout_.lines_of_row()) {
    const auto [op, row] = step();
    const LogBuffer buffer =
        op == IntraWarpRow::Op::kCheckRead ? LogBuffer::kReadAddresses : LogBuffer::kWriteAddresses;
    const Address line = layout_.line(core_, current_->warp, buffer, layout_.first_line(row) + lines_read_);
    const auto read = log_lines_.read_log_line(line, waiter());
    if (read == tm::LogLinePort::LogRead::kBusy) return;
    line_missing_ = read == tm::LogLinePort::LogRead::kWaiting;
    ++lines_read_;
  }
  if (lines_read_ == layout_.lines_of_row() && !line_missing_) give_row();
}

/// Gives the row to the unit, unless it has not accepted the previous one.
void IntraWarpResolver::give_row() {
  if (!unit_->can_take_row()) return;
  const auto [op, index] = step();
  const tm::WarpLogs& logs = warps_.logs(current_->warp);
  const tm::WarpLog::Row& row = op == IntraWarpRow::Op::kCheckRead ? logs.reads[index] : logs.writes[index];
  unit_->row({.op = op, .last = row_ + 1 == rows(), .lanes = row.valid, .address = &row.address});
  ++row_;
  lines_read_ = 0;
}

std::string IntraWarpResolver::describe(WarpId warp) const {
  if (current_ && current_->warp == warp) return fmt::format("intra-warp unit: row {} of {}", row_, rows());
  return "waits for the intra-warp unit";
}

}  // namespace gputm::engines::warptm
