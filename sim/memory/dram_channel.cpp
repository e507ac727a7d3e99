#include "memory/dram_channel.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "memory/check_range.h"

namespace gputm::memory {
namespace {

/// Idle data-bus cycles when its direction turns from read to write: one for each driver to release the bus
constexpr unsigned kReadToWriteGap = 2;

const DramConfig& checked(const DramConfig& config, unsigned line_bytes) {
  check_key("dram.queue", config.queue);
  check_key("dram.return_queue", config.return_queue);
  check_key("dram.banks", config.banks);
  check_key("dram.row_bytes", config.row_bytes);
  if (config.row_bytes < line_bytes) throw Error("dram.row_bytes: less than a line of the L2");
  check_key("dram.bytes_per_cycle", config.bytes_per_cycle);
  check_key("dram.tCL", config.tCL);
  check_key("dram.tRP", config.tRP);
  check_key("dram.tRC", config.tRC);
  check_key("dram.tRAS", config.tRAS);
  check_key("dram.tRCD", config.tRCD);
  check_key("dram.tRRD", config.tRRD);
  check_key("dram.tCDLR", config.tCDLR);
  check_key("dram.tWR", config.tWR);
  check_key("dram.tCCD", config.tCCD);
  check_key("dram.tWL", config.tWL);
  check_key("dram.starvation_limit", config.starvation_limit);
  check_key("dram.controller_latency", config.controller_latency);
  return config;
}

/// `mask` without bit `index`; the bits above it move down by one.
std::uint64_t without_bit(std::uint64_t mask, unsigned index) {
  const std::uint64_t below = (std::uint64_t{1} << index) - 1;
  return (mask & below) | ((mask >> 1) & ~below);
}

}  // namespace

DramChannel::DramChannel(const DramConfig& config, unsigned line_bytes, unsigned sector_bytes)
    : config_(checked(config, line_bytes)),
      lines_per_row_shift_(static_cast<unsigned>(std::countr_zero(config.row_bytes / line_bytes))),
      banks_shift_(static_cast<unsigned>(std::countr_zero(config.banks))),
      sector_bytes_(sector_bytes),
      burst_bytes_(config.bytes_per_cycle * config.tCCD),
      banks_(config.banks),
      returns_(config.return_queue) {
  pending_.reserve(config.queue);
}

void DramChannel::push(const Request& request) {
  assert(can_push(1));
  // Rows of one bank at a distance that is a multiple of the number of banks would all be in one bank, as
  // those of an L2 miss and of the write-back of its victim; folding the row number into the bank spreads
  // them.
  const std::uint32_t row_of_channel = request.line >> lines_per_row_shift_;
  const std::uint32_t row = row_of_channel >> banks_shift_;
  const auto bank_index = static_cast<std::uint8_t>((row_of_channel ^ row) & (config_.banks - 1));
  const std::uint64_t bit = std::uint64_t{1} << pending_.size();
  pending_.push_back(
      {row, request.tag, now_, data_cycles(request.sectors), bank_index, request.write, false});
  if (request.write) writes_ |= bit;
  Bank& bank = banks_[bank_index];
  next_command_ = std::min(next_command_, std::max(now_ + 1, first_command(bank, pending_.back())));
  if (pending_.size() == 1) next_command_ = std::min(next_command_, now_ + config_.starvation_limit);
  bank.requests |= bit;
  const std::uint64_t bank_bit = std::uint64_t{1} << bank_index;
  requested_ |= bank_bit;
  if (bank.row == row) {
    bank.hits |= bit;
    hit_ |= bank_bit;
  }
}

/// Earliest cycle of a command for a request that is about to join those of its bank; kNever if these come
/// first. No other command can issue earlier because of it.
Cycle DramChannel::first_command(const Bank& bank, const Pending& request) const {
  if (bank.row == request.row) {
    if (request.write) return std::max(bank.column, any_write_);
    return returns_.full() ? kNever : std::max(bank.column, any_read_);
  }
  if (bank.requests != 0) return kNever;
  return row_command(bank);
}

/// Issues the best command that is legal in this cycle, or determines the next cycle with one.
void DramChannel::issue() {
  next_command_ = kNever;
  if (pending_.empty()) return;
  if (now_ < burst_end_ &&
      (now_ - burst_start_) % config_.tCCD == 0) {  // column command of the current burst
    next_command_ = now_ + 1;
    return;
  }
  const Cycle starving = pending_.front().arrival + config_.starvation_limit;
  const bool forced = now_ >= starving;
  const std::uint64_t allowed = forced ? 1 : ~std::uint64_t{0};
  Cycle next = forced ? kNever : starving;
  if (const std::uint64_t columns = ready_columns(allowed, next); columns != 0) {
    issue_column(static_cast<unsigned>(std::countr_zero(columns)));
    next = now_ + 1;
  } else if (issue_row_command(allowed, next)) {
    next = now_ + 1;
  }
  next_command_ = next;
}

/// Requests to open rows with a column command that may issue now. Lowers `next` to the earliest cycle for
/// the others.
std::uint64_t DramChannel::ready_columns(std::uint64_t allowed, Cycle& next) const {
  const std::uint64_t reads_allowed = returns_.full() ? 0 : allowed & ~writes_;
  const std::uint64_t writes_allowed = allowed & writes_;
  std::uint64_t ready = 0;
  const auto consider = [&](std::uint64_t requests, Cycle earliest) {
    if (requests == 0) return;
    if (earliest <= now_) {
      ready |= requests;
    } else {
      next = std::min(next, earliest);
    }
  };
  for_each_lane(hit_, [&](unsigned index) {
    const Bank& bank = banks_[index];
    consider(bank.hits & reads_allowed, std::max(bank.column, any_read_));
    consider(bank.hits & writes_allowed, std::max(bank.column, any_write_));
  });
  return ready;
}

/// Closes or opens a row for the oldest request of a bank without (allowed) requests to its open row. Returns
/// false if no such command is legal now, and lowers `next` to the earliest cycle of one.
bool DramChannel::issue_row_command(std::uint64_t allowed, Cycle& next) {
  std::uint64_t ready = 0;  // requests of banks that need another row, and may close or open one
  const bool all = ~allowed == 0;
  for_each_lane(all ? requested_ & ~hit_ : requested_, [&](unsigned index) {
    const Bank& bank = banks_[index];
    const std::uint64_t requests = bank.requests & allowed;
    if (!all && (requests == 0 || (bank.hits & allowed) != 0)) return;
    const Cycle earliest = row_command(bank);
    if (earliest <= now_) {
      ready |= requests;
    } else {
      next = std::min(next, earliest);
    }
  });
  if (ready == 0) return false;
  const auto index = static_cast<unsigned>(std::countr_zero(ready));
  Bank& bank = banks_[pending_[index].bank];
  if (bank.row != kClosed) {
    bank.row = kClosed;
    bank.hits = 0;
    hit_ &= ~(std::uint64_t{1} << pending_[index].bank);
    bank.activate = std::max(bank.activate, now_ + config_.tRP);
    settled_ = std::max(settled_, bank.activate);
  } else {
    activate(index);
  }
  return true;
}

void DramChannel::activate(unsigned index) {
  Pending& request = pending_[index];
  Bank& bank = banks_[request.bank];
  request.activated = true;
  bank.row = request.row;
  for (std::uint64_t requests = bank.requests; requests != 0; requests &= requests - 1)
    if (pending_[static_cast<unsigned>(std::countr_zero(requests))].row == bank.row)
      bank.hits |= requests & -requests;
  hit_ |= std::uint64_t{1} << request.bank;
  bank.column = now_ + config_.tRCD;
  bank.precharge = now_ + config_.tRAS;
  bank.activate = now_ + config_.tRC;
  any_activate_ = now_ + config_.tRRD;
  settled_ = std::max({settled_, bank.column, bank.precharge, bank.activate, any_activate_});
}

void DramChannel::issue_column(unsigned index) {
  const Pending& request = pending_[index];
  Bank& bank = banks_[request.bank];
  burst_start_ = now_;
  burst_end_ = now_ + request.data_cycles;
  if (request.write) {
    const Cycle data_end = burst_end_ + config_.tWL;
    any_write_ = burst_end_;
    any_read_ = data_end + config_.tCDLR;
    bank.precharge = std::max(bank.precharge, data_end + config_.tWR);
    ++counters_.writes;
  } else {
    const Cycle data_end = burst_end_ + config_.tCL;
    any_read_ = burst_end_;
    any_write_ = std::max(burst_end_ + config_.tWL, data_end + kReadToWriteGap) - config_.tWL;
    bank.precharge = std::max(bank.precharge, burst_end_);
    returns_.push({request.tag, data_end + config_.controller_latency});
    ++counters_.reads;
  }
  counters_.busy_cycles += request.data_cycles;
  if (!request.activated) ++counters_.row_hits;
  settled_ = std::max({settled_, any_read_, any_write_, bank.precharge});
  remove(index);
}

void DramChannel::remove(unsigned index) {
  pending_.erase(pending_.begin() + index);
  writes_ = without_bit(writes_, index);
  for_each_lane(requested_, [&](unsigned i) {
    Bank& bank = banks_[i];
    bank.requests = without_bit(bank.requests, index);
    bank.hits = without_bit(bank.hits, index);
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (bank.requests == 0) requested_ &= ~bit;
    if (bank.hits == 0) hit_ &= ~bit;
  });
}

}  // namespace gputm::memory
