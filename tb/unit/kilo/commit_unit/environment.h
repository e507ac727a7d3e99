// The environment of commit units in a GPU, reduced to what they observe: cores whose warps commit generated
// transactions through the commit-id vendor (the RTL), and L2 slices with random latency and stalls. Every
// message and every memory access is checked against a model of KILO TM written from the papers (MICRO 2011,
// section 4.5; IEEE Micro 2012, "Correctness Discussion"):
//
//  - a local pass is right iff the reads equal the replay of all older committed transactions in commit-id
//  order;
//  - a local fail is right iff a read's word differed from the logged value at some time since the log began
//  to arrive, or an older transaction's write of another value is on its way to memory (late_writes);
//  - writes reach memory in commit-id order, only of transactions whose units all passed, after the final
//  outcome;
//  - the vendor's ids follow one another, and no more are alive than its ring has entries;
//  - every id retires once, in order, everywhere; each log is answered once; logs are asked for only after
//  overflow;
//  - memory ends as the replay does, and something always moves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tm/commit_unit.h"
#include "tm/history.h"

namespace gputm::tb {

struct Scenario {
  std::uint64_t seed = 1;
  unsigned warps = 4;
  unsigned lanes = 4;           ///< lanes of a warp: their ids are requested together
  unsigned attempts = 2000;     ///< transactions to run, rounded up to whole warps
  unsigned capacity = 1920;     ///< ids alive at a time for which the cores have credits
  unsigned vendor_ring = 1920;  ///< maximum of live ids: 64, 1920 or 32704
  unsigned addresses = 16;      ///< distinct words, spread over the units
  unsigned values = 3;          ///< values are 0 .. values-1: small, so that words return to old values (ABA)
  unsigned max_reads = 4;       ///< reads per transaction, at most
  unsigned max_writes = 3;
  unsigned long_log_percent = 0;  ///< transactions with logs of 10 .. 30 words, more than a buffer
  unsigned untouched_percent = 10;
  tm::CommitId first_id = 0;
  unsigned run_percent = 100;  ///< chance that a port moves in a cycle
  unsigned min_latency = 1;    ///< L2 reads; responses come in random order
  unsigned max_latency = 20;
  unsigned max_delay =
      100;  ///< cycles between reading values and sending logs, and before each final outcome
  bool overflow_expected = false;  ///< the pool may run empty: any log may be requested again
  /// The unit knows the values of its writes before they reach memory: an access merger behind recent words
  bool late_writes = false;
  /// Reads may fail, so that a transaction with reads may fail although none of them ever differed
  bool reads_fail = false;
  bool hold_finals_for_warp = false;  ///< deliberate bug: final outcomes wait for all lanes of the warp
};

struct Report {
  std::string violation;  ///< first violation; empty: none
  std::uint64_t cycles = 0;
  unsigned commits = 0, aborts = 0;
  unsigned resent_read_logs = 0, resent_write_logs = 0;
};

class Environment {
 public:
  Environment(const Scenario& scenario, std::vector<std::unique_ptr<tm::CommitUnit>> units);
  /// Runs to the end or to the first violation.
  Report run();

 private:
  using Serial = std::uint64_t;  // commit id that does not wrap

  struct Local {  // a transaction's part in one unit
    std::vector<tm::LogEntry> reads, writes;
    bool touched = false, replied = false, passed = false, final_sent = false, retired = false;
    unsigned read_requests = 0, write_requests = 0;
    std::uint64_t begin = 0;  // cycle of the first beat; 0: none yet
  };
  struct Attempt {
    unsigned warp = 0;
    std::vector<Local> local;
    unsigned replies_due = 0, retirements_due = 0;
    bool decided = false, committed = false;
    bool replayed = false;
  };
  struct Warp {
    bool active = false;
    Serial first = 0;
    std::uint64_t send_at = 0;
    std::vector<std::deque<tm::FillWord>> fills;  // beats to send, by unit
    unsigned lanes_left = 0;                      // lanes not yet retired everywhere
    unsigned lanes_undecided = 0;
    bool idle() const {
      return !active &&
             std::all_of(fills.begin(), fills.end(), [](const auto& beats) { return beats.empty(); });
    }
  };
  struct PendingFinal {
    std::uint64_t at;
    tm::ControlWord word;
  };

  /// Memory of one unit with timing, and its checks on writes.
  class Slice final : public tm::WordPort {
   public:
    Slice(Environment& owner, unsigned unit) : owner_(owner), unit_(unit) {}
    bool can_read() const override { return can_read_; }
    Word read(Address address, std::uint32_t tag) override;
    std::optional<std::uint32_t> response() override;
    bool can_write() const override { return can_write_; }
    void write(Address address, Word value) override;
    /// For a single unit, which owns all words.
    tm::MemoryBlock read_block(Address address, std::uint32_t tag) override;
    void write_block(Address address, std::uint8_t mask, const tm::MemoryBlock& values) override;
    void begin_cycle();
    Word value(Address address) const { return history_[address >> 2].back().value; }
    bool differed_since(const tm::LogEntry& read, std::uint64_t cycle) const;
    void initialise(unsigned words, std::mt19937_64& random, unsigned values);

   private:
    struct Change {
      std::uint64_t cycle;
      Word value;
    };
    struct Flight {
      std::uint64_t at;
      std::uint32_t tag;
    };
    void begin_read(std::uint32_t tag);
    const Local* next_writer();

    Environment& owner_;
    unsigned unit_;
    bool can_read_ = true, can_write_ = true;
    std::vector<std::vector<Change>> history_;  // changes, by word
    std::vector<Flight> flights_;
  };

  struct Unit {
    std::unique_ptr<tm::CommitUnit> dut;
    std::unique_ptr<Slice> slice;
    std::vector<PendingFinal> finals;
    std::deque<std::deque<tm::ControlWord>> resends;
    Serial retired = 0;       // the unit's retire pointer
    Serial write_serial = 0;  // transaction whose writes are next
    std::size_t write_position = 0;
    Serial last_retired_reply = 0;
  };

  bool chance(unsigned percent) { return random_() % 100 < percent; }
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  unsigned unit_of(Address address) const { return (address >> 2) % static_cast<unsigned>(units_.size()); }
  Attempt& attempt(Serial serial) { return attempts_[serial - base_]; }
  Serial widen(tm::CommitId id) const;
  void fail(const std::string& what);
  void moved() { last_move_ = cycle_; }

  void skip_ids(tm::CommitId first);
  Serial oldest() const;
  bool write_under_way(const Unit& unit, unsigned number, Serial reader, const tm::LogEntry& read);
  void request_ids(unsigned index);
  void take_grants();
  void start_warp(unsigned index);
  Attempt make_attempt(unsigned warp);
  void send_fill(Unit& unit, unsigned number);
  void send_control(Unit& unit);
  void take_reply(Unit& unit, unsigned number);
  void resend(Unit& unit, unsigned number, Serial serial, bool writes);
  void decide(Serial serial);
  void send_finals(Serial serial);
  void follow_retirement(Unit& unit, unsigned number);
  void replay();
  void finish();

  Scenario scenario_;
  std::mt19937_64 random_;
  std::unique_ptr<tm::CommitIdVendor> vendor_;
  std::vector<std::optional<unsigned>> asking_;  // warp that has requested ids, by core
  std::vector<Unit> units_;
  std::vector<Warp> warps_;
  std::deque<Attempt> attempts_;  // from serial base_ on
  Serial base_, next_, replayed_;
  std::vector<Word> replay_memory_;
  std::uint64_t cycle_ = 0, last_move_ = 0;
  unsigned started_ = 0;    // attempts, including those that wait for ids
  unsigned requested_ = 0;  // ids asked for and not granted
  Report report_;
};

}  // namespace gputm::tb
