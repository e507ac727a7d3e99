// Drives a last writer history and compares every answer with an exact map of the last writers.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/clocked.h"
#include "common/stalls.h"
#include "lwh_words.h"

namespace gputm::tb {

struct LwhAnswer {
  bool found = false;
  std::uint64_t id = 0;  ///< unwrapped; 0 unless found

  bool operator==(const LwhAnswer&) const = default;
};

/// Ids are 64-bit here and never wrap; only the model sees their low bits.
template <typename Model>
class LwhBench {
 public:
  static constexpr unsigned kLatency = 6;

  LwhBench(const LwhSizes& sizes, std::uint64_t first_id)
      : sizes_(sizes), retire_(first_id), newest_(first_id) {
    reset();
  }
  virtual ~LwhBench() = default;
  LwhBench(const LwhBench&) = delete;
  LwhBench& operator=(const LwhBench&) = delete;

  /// Afterwards no word has a writer. In the first `moving` cycles of clearing the retire pointer moves.
  void reset(unsigned moving = 0) {
    auto& dut = clocked_.dut();
    dut.op_valid_i = 0;
    drive(dut.retire_cid_i, wrapped(retire_));
    clocked_.reset();
    writers_.clear();
    pending_.clear();
    for (; !ready(); cycle()) {
      if (moving == 0) continue;
      advance_retire(sizes_.step_ids());
      --moving;
    }
  }

  /// One cycle without an operation.
  void cycle() { cycle_with(false, false, 0, 0); }
  /// Inserts or looks up, waiting until the operation is taken.
  void insert(std::uint64_t address, std::uint64_t id) {
    while (!cycle_with(true, true, address, id)) {
    }
  }
  void look_up(std::uint64_t address) {
    while (!cycle_with(true, false, address, 0)) {
    }
  }
  /// One cycle that offers an operation; returns whether it was taken.
  bool offer(bool insert, std::uint64_t address, std::uint64_t id) {
    return cycle_with(true, insert, address, id);
  }
  /// Looks up and waits for the answer.
  LwhAnswer ask(std::uint64_t address) {
    look_up(address);
    while (!pending_.empty()) cycle();
    return last_answer_;
  }

  /// Moves the retire pointer to `id` as fast as allowed, with idle cycles.
  void retire_to(std::uint64_t id) {
    while (retire_ < id) {
      advance_retire(std::min(sizes_.step_ids(), id - retire_));
      cycle();
    }
  }
  /// Moves the retire pointer for the next cycle.
  void advance_retire(std::uint64_t ids) {
    retire_ += ids;
    newest_ = std::max(newest_, retire_);
    while (!used_.empty() && *used_.begin() + sizes_.id_space() < retire_) used_.erase(used_.begin());
  }

  std::uint64_t retire() const { return retire_; }
  std::uint64_t newest() const { return newest_; }
  std::uint64_t answers() const { return answers_; }
  /// Answers with an id although the word has no live writer, or with a younger id than its last one's.
  std::uint64_t false_writers() const { return false_writers_; }
  std::uint64_t cycles() const { return clocked_.cycles(); }
  bool busy() const { return busy_; }
  const std::vector<LwhAnswer>& heard() const { return heard_; }
  /// The first wrong answer or failed assertion.
  std::optional<std::string> failure() const {
    if (failure_) return failure_;
    if (clocked_.assertion_failed()) return "assertion failed in the RTL";
    return std::nullopt;
  }

 protected:
  struct Query {
    std::uint64_t due, address, oldest, newest;  // oldest and newest id that may be the answer
    std::optional<std::uint64_t> writer;
  };

  /// For benches that know more of the model. A cycle before its inputs are driven, and when its outputs are
  /// seen
  virtual void begins() {}
  virtual void ends() {
    if constexpr (requires(Model & model) { model.errors_o; }) {
      if (dut().errors_o != 0) fail("an error is reported", 0, 0);
    }
  }
  /// An operation is accepted.
  virtual void took(bool /*insert*/, std::uint64_t /*address*/, std::uint64_t /*id*/) {}
  virtual void answered(const Query& /*query*/, const LwhAnswer& /*answer*/) {}
  virtual std::uint64_t oldest_answer() const { return retire_; }

  Model& dut() { return clocked_.dut(); }
  void fail(const char* what, std::uint64_t address, std::uint64_t id) {
    if (failure_) return;
    std::ostringstream text;
    text << what << " at cycle " << clocked_.cycles() << ", word " << address << ", id " << id
         << ", retire pointer " << retire_;
    failure_ = text.str();
  }

 private:
  std::uint64_t wrapped(std::uint64_t id) const { return id % sizes_.id_space(); }
  bool ready() {
    clocked_.settle();
    return clocked_.dut().op_ready_o;
  }

  bool cycle_with(bool valid, bool insert, std::uint64_t address, std::uint64_t id) {
    auto& dut = clocked_.dut();
    begins();
    dut.op_valid_i = valid;
    dut.op_insert_i = insert;
    drive(dut.op_addr_i, address);
    drive(dut.op_cid_i, wrapped(id));
    drive(dut.retire_cid_i, wrapped(retire_));
    clocked_.settle();
    busy_ = dut.busy_o;
    if (!dut.op_ready_o && !busy_) fail("not busy and not ready", 0, 0);
    if (!pending_.empty() && !busy_) fail("not busy and an answer is due", 0, 0);
    if (valid && insert == static_cast<bool>(dut.op_answered_o))
      fail("it says otherwise what is answered", address, id);
    const bool due = !pending_.empty() && pending_.front().due == clocked_.cycles();
    if (due != static_cast<bool>(dut.rsp_valid_o)) fail("answer missing or out of time", 0, 0);
    if (due) {
      check(pending_.front(), dut.rsp_found_o, dut.rsp_cid_o);
      pending_.pop_front();
    }
    ends();
    const bool taken = valid && dut.op_ready_o;
    if (taken) took(insert, address, id);
    if (taken && insert) {
      writers_[address] = id;
      newest_ = std::max(newest_, id);
      used_.insert(id);
    } else if (taken) {
      const auto writer = writers_.find(address);
      pending_.push_back({clocked_.cycles() + kLatency, address, oldest_answer(), newest_,
                          writer == writers_.end() ? std::nullopt : std::optional(writer->second)});
    }
    clocked_.step();
    return taken;
  }

  void check(const Query& query, bool found, std::uint64_t cid) {
    // The answer was live at some time after the question, so it is unwrapped with the retire pointer of that
    // time.
    const std::uint64_t id = query.oldest + (cid - query.oldest) % sizes_.id_space();
    last_answer_ = {found, found ? id : 0};
    heard_.push_back(last_answer_);
    ++answers_;
    const bool writer_live = query.writer && *query.writer >= retire_;
    if (writer_live && (!found || id < *query.writer)) fail("false negative", query.address, id);
    if (found && (id > query.newest || !used_.contains(id)))
      fail("answer was never inserted", query.address, id);
    if (found && !(query.writer && *query.writer == id)) ++false_writers_;
    answered(query, last_answer_);
  }

  LwhSizes sizes_;
  Clocked<Model> clocked_;
  std::uint64_t retire_, newest_;
  std::unordered_map<std::uint64_t, std::uint64_t> writers_;  // word -> id of the last insertion
  std::set<std::uint64_t> used_;
  std::deque<Query> pending_;
  LwhAnswer last_answer_;
  std::vector<LwhAnswer> heard_;
  std::uint64_t answers_ = 0, false_writers_ = 0;
  bool busy_ = true;
  std::optional<std::string> failure_;
};

/// A random stream of transactions, as from a commit unit.
struct LwhTraffic {
  std::uint64_t operations = 100000;
  std::uint64_t addresses = 64;  ///< words are drawn from 0..addresses-1, times `stride`
  std::uint64_t stride = 1;
  std::uint64_t live_ids = 64;  ///< maximum of ids between the retire pointer and the newest
  std::uint64_t first_id = 0;
  bool own_ids = false;  ///< each insertion has another id
};

/// Runs `traffic`, with stalls and retirement at random, until it ends or something is wrong.
template <typename Model>
void run_traffic(LwhBench<Model>& bench, const LwhSizes& sizes, const LwhTraffic& traffic, Rng& rng) {
  StallStream stalls(rng), retirement(rng);
  std::uint64_t id = traffic.first_id;
  std::uint64_t done = 0;
  struct Offer {
    bool insert;
    std::uint64_t address, id;
  };
  std::optional<Offer> offer;  // held until it is taken; its writer may retire meanwhile, but is not passed
  while (done < traffic.operations && !bench.failure()) {
    // Gaps are ids without a write here, sometimes long.
    if (!offer && one_in(rng, 3))
      id +=
          1 + (one_in(rng, 50) ? below(rng, std::min<std::uint64_t>(traffic.live_ids, 500)) : below(rng, 2));
    const bool room = id < bench.retire() + traffic.live_ids;
    if (retirement.go() || !room) {
      const std::uint64_t fastest =
          one_in(rng, 8) || !room ? sizes.step_ids() : std::min<std::uint64_t>(2, sizes.step_ids());
      bench.advance_retire(below(rng, std::min(fastest, id + (offer ? 0 : 1) - bench.retire()) + 1));
      id = std::max(id, bench.retire());
    }
    if (!offer && room && stalls.go())
      offer = {one_in(rng, 2), below(rng, traffic.addresses) * traffic.stride, id};
    if (offer) {
      if (!bench.offer(offer->insert, offer->address, offer->id)) continue;
      if (traffic.own_ids && offer->insert) ++id;
      offer.reset();
      ++done;
    } else {
      bench.cycle();
    }
  }
}

}  // namespace gputm::tb
