// A GDDR channel with an FR-FCFS scheduler, written from the rules in docs/memory.md: every rule is checked
// for every request in every cycle, from the times of past commands.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "memory/dram_channel.h"

namespace gputm::memory {

class DramReference {
 public:
  using Time = std::int64_t;

  DramReference(const DramConfig& config, unsigned line_bytes)
      : c_(config), line_bytes_(line_bytes), banks_(config.banks) {
    const Time column_bytes = Time{config.bytes_per_cycle} * config.tCCD;
    burst_ = (line_bytes + column_bytes - 1) / column_bytes * config.tCCD;
  }

  bool can_push(unsigned n) const { return requests_.size() + n <= c_.queue; }
  void push(std::uint32_t line, std::uint32_t tag, bool write) {
    const std::uint32_t row_of_channel = line / (c_.row_bytes / line_bytes_);
    const std::uint32_t row = row_of_channel / c_.banks;
    requests_.push_back({(row_of_channel ^ row) % c_.banks, row, tag, write, now_, false});
  }
  std::optional<std::uint32_t> completed() const {
    return !returns_.empty() && returns_.front().time <= now_ ? std::optional(returns_.front().tag)
                                                              : std::nullopt;
  }
  void pop_completed() { returns_.pop_front(); }

  void tick() {
    ++now_;
    if (requests_.empty()) return;
    if (now_ < last_column_ + burst_ && (now_ - last_column_) % c_.tCCD == 0) return;
    const bool starving = now_ - requests_.front().arrival >= c_.starvation_limit;
    const std::size_t allowed = starving ? 1 : requests_.size();
    for (std::size_t i = 0; i < allowed; ++i)
      if (column_legal(requests_[i])) return column(i);
    std::vector<bool> seen(banks_.size());
    for (std::size_t i = 0; i < allowed; ++i) {
      Bank& bank = banks_[requests_[i].bank];
      if (seen[requests_[i].bank]) continue;
      seen[requests_[i].bank] = true;
      const auto hit = [&](const Request& r) { return r.bank == requests_[i].bank && bank.open == r.row; };
      if (std::any_of(requests_.begin(), requests_.begin() + static_cast<std::ptrdiff_t>(allowed), hit))
        continue;
      if (bank.open) {
        if (now_ < bank.activated + c_.tRAS || now_ < bank.read + burst_ ||
            now_ < bank.written + c_.tWL + burst_ + c_.tWR)
          continue;
        bank.open.reset();
        bank.precharged = now_;
      } else {
        if (now_ < bank.activated + c_.tRC || now_ < bank.precharged + c_.tRP ||
            now_ < last_activate_ + c_.tRRD)
          continue;
        bank.open = requests_[i].row;
        bank.activated = last_activate_ = now_;
        requests_[i].opened_row = true;
      }
      return;
    }
  }

  DramChannel::Counters counters;

 private:
  static constexpr Time kLongAgo = -1'000'000;
  struct Request {
    std::uint32_t bank, row, tag;
    bool write;
    Time arrival;
    bool opened_row;
  };
  struct Bank {
    std::optional<std::uint32_t> open;
    Time activated = kLongAgo, precharged = kLongAgo, read = kLongAgo, written = kLongAgo;
  };
  struct Return {
    std::uint32_t tag;
    Time time;
  };

  bool column_legal(const Request& r) const {
    const Bank& bank = banks_[r.bank];
    if (bank.open != r.row || now_ < bank.activated + c_.tRCD || now_ < last_column_ + burst_) return false;
    if (r.write) return now_ + c_.tWL >= last_read_ + c_.tCL + burst_ + 2;  // the bus turns in two cycles
    return now_ >= last_write_ + c_.tWL + burst_ + c_.tCDLR && returns_.size() < c_.return_queue;
  }
  void column(std::size_t i) {
    const Request r = requests_[i];
    requests_.erase(requests_.begin() + static_cast<std::ptrdiff_t>(i));
    last_column_ = now_;
    if (r.write) {
      last_write_ = banks_[r.bank].written = now_;
      ++counters.writes;
    } else {
      last_read_ = banks_[r.bank].read = now_;
      returns_.push_back({r.tag, now_ + c_.tCL + burst_});
      ++counters.reads;
    }
    if (!r.opened_row) ++counters.row_hits;
    counters.busy_cycles += static_cast<std::uint64_t>(burst_);
  }

  DramConfig c_;
  unsigned line_bytes_;
  Time burst_ = 0;
  Time now_ = 0;
  Time last_column_ = kLongAgo, last_read_ = kLongAgo, last_write_ = kLongAgo, last_activate_ = kLongAgo;
  std::vector<Bank> banks_;
  std::vector<Request> requests_;
  std::deque<Return> returns_;
};

}  // namespace gputm::memory
