// Lower bounds of a run's cycles on a local memory with this unit's latencies at rest, from the run's trace.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "tm/lds_unit.h"

namespace gputm::tb {

/// Forwards everything to a unit, and records the requests in order with their results: lanes that accessed,
/// conflicted and committed. From the records:
///
/// - `bank_cycles()`: every access, restored row and released row takes its bank a cycle; the sum of the
///   busiest bank.
/// - `cycles()`: a bank does the same work in the trace's order, one item per cycle, and without a gap unless
///   the next wavefront still waits for an answer: a store cannot start before its transaction's load is
///   answered. The port takes one request per cycle, and answers come at the latencies at rest. Walks cost
///   only their rows, wait for nothing and delay no other bank, and answers never wait for each other.
class LocaltmLowerBound final : public tm::LdsTransactionUnit {
 public:
  explicit LocaltmLowerBound(tm::LdsTransactionUnit& unit)
      : unit_(unit), wavefronts_(unit.sizes().wavefronts) {}

  const tm::LdsSizes& sizes() const override { return unit_.sizes(); }
  tm::LdsError allocate(unsigned group, unsigned base_row, unsigned rows, bool transactional) override {
    return unit_.allocate(group, base_row, rows, transactional);
  }
  bool can_request() const override { return unit_.can_request(); }
  void request(const tm::LdsRequest& request) override {
    wavefronts_[request.wavefront].last = items_.size();
    items_.push_back({request});
    unit_.request(request);
  }
  const tm::LdsResponse* response() const override { return unit_.response(); }
  void pop_response() override {
    record(*unit_.response());
    unit_.pop_response();
  }
  void tick() override { unit_.tick(); }
  bool busy() const override { return unit_.busy(); }

  /// Discards the records. Outside of transactions only.
  void start() { items_.clear(); }

  Cycle bank_cycles() const { return Schedule(sizes(), items_).busiest_bank(); }
  Cycle cycles() const { return Schedule(sizes(), items_).last_answer(); }

 private:
  // Cycles at rest: from a request to its lanes' turn at the banks, from there to the answer, and of begins
  // and commits
  static constexpr Cycle kToBank = 1;
  static constexpr Cycle kFromBank = 2;
  static constexpr Cycle kControl = 2;

  struct Item {
    tm::LdsRequest request;
    bool transactional = false;
    LaneMask lanes = 0;      ///< lanes that accessed
    LaneMask conflicts = 0;  ///< lanes that conflicted
    LaneMask committed = 0;
  };
  struct Wavefront {
    std::size_t last = 0;  ///< index of the last item
    LaneMask attempt = 0;
    LaneMask tcm = 0;
  };

  void record(const tm::LdsResponse& response) {
    Wavefront& w = wavefronts_[response.wavefront];
    Item& item = items_[w.last];
    if (tm::is_memory(item.request.op)) {
      item.transactional = w.attempt != 0;
      item.lanes = item.request.exec & ~w.tcm;
      item.conflicts = response.conflicts;
      w.tcm = item.transactional ? response.tcm : 0;
    } else if (response.outcome == tm::TxOutcome::kEnter) {
      w.attempt = response.exec & ~response.tcm;
      w.tcm = response.tcm;
    } else if (response.outcome != tm::TxOutcome::kContinue) {
      item.committed = w.attempt & ~(response.outcome == tm::TxOutcome::kRestart ? response.tcm : 0);
      w.attempt = w.tcm = 0;
    }
  }

  class Schedule {
   public:
    Schedule(const tm::LdsSizes& sizes, const std::vector<Item>& items)
        : banks_(sizes.banks), work_(sizes.banks), ready_(sizes.wavefronts), owned_(sizes.wavefronts) {
      for (const Item& item : items) {
        const unsigned w = item.request.wavefront;
        const Cycle start = std::max(ready_[w], port_free_);
        port_free_ = start + 1;
        if (tm::is_memory(item.request.op)) {
          ready_[w] = access(item, start + kToBank) + kFromBank;
        } else {
          ready_[w] = start + kControl;
        }
        walk(w, item.conflicts | item.committed, start + kToBank);
      }
    }
    Cycle busiest_bank() const { return *std::max_element(work_.begin(), work_.end()); }
    Cycle last_answer() const { return *std::max_element(ready_.begin(), ready_.end()); }

   private:
    Cycle occupy(unsigned bank, Cycle from, Cycle cycles) {
      work_[bank] += cycles;
      return banks_[bank] = std::max(banks_[bank], from) + cycles;
    }
    Cycle access(const Item& item, Cycle from) {
      Cycle end = from;
      // Outside of transactions a bank serves all lanes with the same word at once, except for atomics.
      const bool together = !item.transactional && !tm::is_atomic(item.request.op);
      std::set<unsigned> words;
      for_each_lane(item.lanes, [&](unsigned lane) {
        const unsigned word = item.request.address[lane] / 4;
        if (!words.insert(word).second && together) return;
        end = std::max(end, occupy(word % static_cast<unsigned>(banks_.size()), from, 1));
        const bool taken = item.transactional && !((item.conflicts >> lane) & 1);
        if (taken) owned_[item.request.wavefront][lane].insert(word);
      });
      return end;
    }
    void walk(unsigned wavefront, LaneMask lanes, Cycle from) {
      for_each_lane(lanes, [&](unsigned lane) {
        auto& words = owned_[wavefront][lane];
        for (const unsigned word : words) occupy(word % static_cast<unsigned>(banks_.size()), from, 1);
        words.clear();
      });
    }

    std::vector<Cycle> banks_;  ///< first free cycle, by bank
    std::vector<Cycle> work_;
    std::vector<Cycle> ready_;  ///< first ready cycle, by wavefront
    Cycle port_free_ = 0;
    std::vector<std::map<unsigned, std::set<unsigned>>> owned_;  ///< words, by wavefront and lane
  };

  tm::LdsTransactionUnit& unit_;
  std::vector<Item> items_;
  std::vector<Wavefront> wavefronts_;
};

}  // namespace gputm::tb
