// One GDDR channel: banks with open rows, the command and data buses, and an FR-FCFS scheduler (MICRO paper,
// section 5 and table 3). Timing only; values are in the BackingStore.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/ring_queue.h"
#include "base/types.h"

namespace gputm::memory {

/// Timing of one GDDR channel in memory-clock cycles (MICRO paper, table 3) and its geometry. Ranges are
/// those of the keys `dram.*` (docs/reference/configuration.md); out of range: Error
struct DramConfig {
  unsigned queue = 32;          ///< requests visible to the FR-FCFS scheduler
  unsigned return_queue = 116;  ///< reads with data on the way or waiting for the L2
  unsigned banks = 8;
  unsigned row_bytes = 2048;     ///< at least an L2 line
  unsigned bytes_per_cycle = 8;  ///< data bus
  // Cycles.
  unsigned tCL = 10;   ///< column read to first data
  unsigned tRP = 10;   ///< precharge to activate
  unsigned tRC = 35;   ///< activate to activate, same bank
  unsigned tRAS = 25;  ///< activate to precharge
  unsigned tRCD = 12;  ///< activate to column command
  unsigned tRRD = 8;   ///< activate to activate, any two banks
  unsigned tCDLR = 6;  ///< end of write data to column read
  unsigned tWR = 11;   ///< end of write data to precharge
  unsigned tCCD = 2;   ///< column command to column command
  unsigned tWL = 4;    ///< column write to first data
  /// Cycles after which a waiting request is served before all others.
  unsigned starvation_limit = 2000;
  unsigned controller_latency = 0;  ///< added to every read
};

/// A request moves sectors of one L2 line with column commands every tCCD cycles; the scheduler chooses among
/// requests, not among single bursts. One command (precharge, activate, column) issues per cycle.
class DramChannel {
 public:
  struct Counters {
    std::uint64_t reads = 0, writes = 0;  ///< requests served
    std::uint64_t row_hits = 0;           ///< of these, served from an already open row
    std::uint64_t busy_cycles = 0;        ///< cycles in which the data bus moves data
  };

  /// `line_bytes`: a line in bytes. `sector_bytes`: a sector; equal to a line, or a power of two of them in
  /// one.
  DramChannel(const DramConfig& config, unsigned line_bytes, unsigned sector_bytes);
  /// Every request moves a whole line.
  DramChannel(const DramConfig& config, unsigned line_bytes) : DramChannel(config, line_bytes, line_bytes) {}

  /// Whether `requests` more requests fit in the queue.
  bool can_push(unsigned requests) const { return pending_.size() + requests <= config_.queue; }
  /// `line`: line number within the channel (AddressMap::local() / line size). `sectors`: how many are moved.
  /// `tag` is returned when a read is complete.
  void push_read(std::uint32_t line, std::uint32_t tag, unsigned sectors = 1) {
    push({line, tag, sectors, false});
  }
  void push_write(std::uint32_t line, unsigned sectors = 1) { push({line, 0, sectors, true}); }

  /// Whether the data of a read have arrived; its tag is `completed()`.
  bool has_completed() const { return !returns_.empty() && returns_.front().arrival <= now_; }
  std::uint32_t completed() const { return returns_.front().tag; }
  void pop_completed() {
    if (returns_.full()) next_command_ = now_ + 1;  // reads that waited for room may continue
    returns_.pop();
  }

  /// One memory-clock cycle.
  void tick() {
    ++now_;
    if (now_ >= next_command_) issue();
  }
  /// Nothing is queued or returning and every timing window has passed: `tick()` has no effect.
  bool idle() const { return pending_.empty() && returns_.empty() && now_ >= settled_; }
  const Counters& counters() const { return counters_; }

  /// Data cycles of a request; at the peak rate, one request completes in this many cycles.
  unsigned data_cycles(unsigned sectors = 1) const {
    return (sectors * sector_bytes_ + burst_bytes_ - 1) / burst_bytes_ * config_.tCCD;
  }

 private:
  struct Request {
    std::uint32_t line;
    std::uint32_t tag;
    unsigned sectors;
    bool write;
  };
  struct Pending {
    std::uint32_t row;
    std::uint32_t tag;
    Cycle arrival;
    std::uint32_t data_cycles;
    std::uint8_t bank;
    bool write;
    bool activated;  ///< its row was opened for this request
  };
  struct Bank {
    std::uint64_t requests = 0;  ///< pending requests to this bank, one bit each
    std::uint64_t hits = 0;      ///< of these, requests to the open row
    std::uint32_t row = kClosed;
    Cycle activate = 0;  ///< earliest cycle of each command
    Cycle precharge = 0;
    Cycle column = 0;
  };
  struct Return {
    std::uint32_t tag;
    Cycle arrival;
  };
  static constexpr std::uint32_t kClosed = ~std::uint32_t{0};
  static constexpr Cycle kNever = ~Cycle{0};

  void push(const Request& request);
  void issue();
  /// Earliest cycle in which the bank may close or open a row.
  Cycle row_command(const Bank& bank) const {
    return bank.row != kClosed ? bank.precharge : std::max(bank.activate, any_activate_);
  }
  Cycle first_command(const Bank& bank, const Pending& request) const;
  std::uint64_t ready_columns(std::uint64_t allowed, Cycle& next) const;
  bool issue_row_command(std::uint64_t allowed, Cycle& next);
  void issue_column(unsigned index);
  void activate(unsigned index);
  void remove(unsigned index);

  DramConfig config_;
  unsigned lines_per_row_shift_;
  unsigned banks_shift_;
  unsigned sector_bytes_;
  unsigned burst_bytes_;  ///< of a column command

  Cycle now_ = 0;
  Cycle next_command_ = kNever;  ///< no command can be issued before this cycle
  Cycle settled_ = 0;            ///< no timing window reaches beyond this cycle
  std::vector<Pending>
      pending_;               ///< in order of arrival, so that the lowest bit of a mask is the oldest request
  std::uint64_t writes_ = 0;  ///< of these, writes, one bit each
  std::vector<Bank> banks_;
  std::uint64_t requested_ = 0;  ///< banks with pending requests, one bit each
  std::uint64_t hit_ = 0;        ///< of these, banks with requests to their open row
  Cycle any_activate_ = 0;       ///< earliest cycle of an activate of any bank (tRRD)
  Cycle any_read_ = 0;  ///< earliest cycle of a column read, and of a column write: bursts, bus turnaround
  Cycle any_write_ = 0;
  Cycle burst_start_ = 0;  ///< the last request's column commands are at burst_start_ + k * tCCD < burst_end_
  Cycle burst_end_ = 0;
  RingQueue<Return> returns_;  ///< in order of arrival
  Counters counters_;
};

}  // namespace gputm::memory
