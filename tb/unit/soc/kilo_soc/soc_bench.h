// Runs a small system to its end and compares its outputs with a serial replay.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "common/module_bench.h"
#include "common/seed.h"
#include "unit/soc/common/transfers.h"

namespace gputm::tb {

/// Sizes of a model, as its RTL parameters.
struct SocSizes {
  unsigned generators, accounts, balance, first_id;
};

struct SocResult {
  std::optional<std::string> failure;
  std::uint64_t cycles = 0, commits = 0, aborts = 0;
  unsigned transfers = 0;                // commits required of each generator
  std::uint64_t least_at_first_end = 0;  // commits of the slowest generator when the first one had finished
  std::vector<std::uint32_t> balances;
};

template <typename Model>
class SocBench {
 public:
  SocBench(const SocSizes& sizes, std::uint32_t seed, unsigned transfers)
      : sizes_(sizes), committed_by_(sizes.generators, 0), newest_(sizes.first_id) {
    result_.transfers = transfers;
    auto& dut = bench_.dut();
    dut.start_i = 0;
    dut.seed_i = seed;
    dut.transfers_i = transfers;
    bench_.reset();
    dut.start_i = 1;
    begun_ = bench_.cycles();
  }

  void run() {
    std::uint64_t moved = begun_;  // the cycle of the last event
    while (!bench_.failed() && !bench_.dut().done_o) {
      if (cycle()) moved = bench_.cycles();
      if (bench_.cycles() - moved > kPatience) bench_.fail("nothing happens any more");
    }
    bench_.settle();
    if (!bench_.failed()) compare();
  }

  SocResult result() const {
    SocResult result = result_;
    result.failure = bench_.failure();
    result.cycles = bench_.cycles() - begun_;
    return result;
  }

 private:
  // Far more than an attempt, the initialisation, or a step of the sweep takes.
  static constexpr std::uint64_t kPatience = 5000;

  /// One cycle; returns whether a transfer has ended, or a balance been read.
  bool cycle() {
    auto& dut = bench_.dut();
    bench_.settle();
    bool event = false;
    for (unsigned g = 0; g < sizes_.generators; ++g) {
      const bool commit = element(dut.committed_o, g, 1) != 0, abort = element(dut.aborted_o, g, 1) != 0;
      if (commit && abort) bench_.fail("an attempt has two outcomes");
      if (commit || abort) ended(g, Transfer::of(dut.transfer_o, g), commit);
      event = event || commit;
    }
    if (dut.balance_valid_o) {
      bench_.expect("account of the sweep", dut.balance_account_o, result_.balances.size());
      result_.balances.push_back(dut.balance_o);
      event = true;
    }
    if (dut.error_o) bench_.fail("error_o is up");
    bench_.tick();
    return event;
  }

  void ended(unsigned generator, const Transfer& transfer, bool commit) {
    const auto distance = static_cast<std::int16_t>(transfer.id - newest_);
    const std::uint64_t id = newest_ + static_cast<std::uint64_t>(std::int64_t{distance});
    newest_ = std::max(newest_, id);
    if (!ended_.insert({id, commit ? std::optional(transfer) : std::nullopt}).second)
      bench_.fail("id " + std::to_string(id) + " is used twice");
    ++(commit ? result_.commits : result_.aborts);
    if (!commit) return;
    if (transfer.from.account == transfer.to.account) bench_.fail("a transfer from an account to itself");
    if (++committed_by_[generator] == result_.transfers && !first_has_ended_) {
      first_has_ended_ = true;
      result_.least_at_first_end = *std::min_element(committed_by_.begin(), committed_by_.end());
    }
  }

  void compare() {
    auto& dut = bench_.dut();
    for (const std::uint64_t commits : committed_by_)
      bench_.expect("commits of a generator", commits, result_.transfers);
    bench_.expect("commits_o", dut.commits_o, result_.commits);
    bench_.expect("aborts_o", dut.aborts_o, result_.aborts);
    bench_.expect("sum_right_o", dut.sum_right_o, 1);
    std::vector<std::uint32_t> replayed(sizes_.accounts, sizes_.balance);
    std::uint64_t next = sizes_.first_id;
    for (const auto& [id, transfer] : ended_) {
      bench_.expect("next commit id", id, next++);
      if (!transfer) continue;
      if (!transfer->has_read(replayed))
        bench_.fail("id " + std::to_string(id) + " has read what is not there");
      transfer->apply(replayed);
    }
    if (replayed != result_.balances) bench_.fail("memory differs from the replay");
    const auto sum = std::accumulate(result_.balances.begin(), result_.balances.end(), std::uint32_t{0});
    bench_.expect("sum", sum, sizes_.accounts * sizes_.balance);
  }

  SocSizes sizes_;
  ModuleBench<Model> bench_;
  SocResult result_;
  std::uint64_t begun_ = 0;  // first cycle after the reset
  std::vector<std::uint64_t> committed_by_;
  bool first_has_ended_ = false;
  std::uint64_t newest_;                                    // newest id seen; ids do not wrap here
  std::map<std::uint64_t, std::optional<Transfer>> ended_;  // attempts by id; failed ones have no transfer
};

}  // namespace gputm::tb
