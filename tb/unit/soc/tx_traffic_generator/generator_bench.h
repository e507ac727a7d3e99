// Memory, vendor and commit units around one tx_traffic_generator, with random delays and outcomes. They
// predict the next messages of an attempt, and accept no others.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "Vtx_traffic_generator.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/soc/common/transfers.h"

namespace gputm::tb {

/// A message to a unit: soc_pkg::soc_fill_t.
struct LogBeat {
  enum Kind : std::uint32_t { kRead, kWrite, kSkip };
  std::uint32_t kind = kSkip;
  Balance word;  // ignored in a skip
  bool last = false;
};

class GeneratorBench : public ModuleBench<Vtx_traffic_generator> {
 public:
  static constexpr unsigned kUnits = 4, kAccounts = 16;  // parameters of the model
  enum Reply : unsigned { kPass = 0, kFail = 1, kRetired = 2, kResendReads = 3 };

  /// One outcome in `failing` of a unit is a failure.
  GeneratorBench(Rng& rng, unsigned failing)
      : rng_(rng),
        failing_(failing),
        load_(rng),
        req_(rng),
        fill_(rng),
        final_(rng),
        delays_(rng),
        memory_(kAccounts) {
    for (auto& balance : memory_) balance = static_cast<std::uint32_t>(rng());
    auto& dut = this->dut();
    dut.start_i = 0;
    dut.answer_valid_i = dut.grant_valid_i = dut.reply_valid_i = 0;
    reset();
  }

  void start(std::uint32_t seed, unsigned transfers) {
    dut().seed_i = seed;
    dut().transfers_i = transfers;
    random_ = seed == 0 ? 1 : seed;
    for (int i = 0; i < 3; ++i) cycle();
    dut().start_i = 1;
  }

  void cycle() {
    auto& dut = this->dut();
    const bool answer = load_account_ && delays_.go(), grant = asked_ && delays_.go();
    drive(dut.answer_valid_i, answer);
    drive(dut.answer_data_i, answer ? memory_.at(*load_account_) : static_cast<std::uint32_t>(rng_()));
    const std::uint32_t id = next_id_;
    drive(dut.grant_valid_i, grant);
    drive(dut.grant_cid_i, grant ? id : ~id);
    const bool reply = !replies_.empty() && delays_.go();
    const auto [unit, kind] = reply ? replies_.front() : std::pair{0u, unsigned{kPass}};
    if (reply) replies_.pop_front();  // it is taken at once
    drive(dut.reply_valid_i, reply);
    drive(dut.reply_unit_i, 1u << unit);
    drive(dut.reply_kind_i, kind);
    dut.load_ready_i = load_.go();
    dut.req_ready_i = req_.go();
    dut.fill_ready_i = fill_.go();
    dut.final_ready_i = final_.go();
    settle();
    expect("reply_ready_o", dut.reply_ready_o, 1);
    expect("error_o", dut.error_o, 0);
    if (dut.committed_o || dut.aborted_o) end_attempt();
    if (dut.load_valid_o && dut.load_ready_i) loaded();
    if (answer) answered();
    if (dut.req_valid_o && dut.req_ready_i) asked();
    if (grant) granted(id);
    if (dut.fill_valid_o && dut.fill_ready_i) filled();
    if (dut.final_valid_o && dut.final_ready_i) finalized();
    if (reply) replied(unit, kind);
    tick();
    // Other generators write as well.
    if (one_in(rng_, 8)) memory_.at(below(rng_, kAccounts)) = static_cast<std::uint32_t>(rng_());
    if (cycles() - moved_ > kPatience && !dut.done_o && started()) fail("nothing happens any more");
  }

  std::uint64_t commits() const { return commits_; }
  std::uint64_t aborts() const { return aborts_; }
  /// Accounts as from, to and rate.
  const std::array<std::set<std::uint32_t>, 3>& accounts() const { return seen_; }

 private:
  static constexpr std::uint64_t kPatience = 3000;
  static unsigned unit_of(std::uint32_t account) { return account % kUnits; }
  bool started() { return dut().start_i && dut().transfers_i != 0; }
  void event() { moved_ = cycles(); }

  void loaded() {
    event();
    if (load_account_ || words_.size() == 3 || id_) return fail("a load out of turn");
    load_account_ = dut().load_addr_o;
    expect("load_unit_o", dut().load_unit_o, 1u << unit_of(*load_account_));
    if (!accounts_) accounts_ = draw();
    expect("account of the attempt", *load_account_, accounts_->at(words_.size()));
  }
  /// From, to and rate of the next transfer: ten bits each of the next random number whose first two fields
  /// are different accounts. Numbers are those of Marsaglia, Xorshift RNGs, 2003; the seed is the first.
  std::array<std::uint32_t, 3> draw() {
    std::array<std::uint32_t, 3> accounts{};
    do {
      for (unsigned word = 0; word < 3; ++word) accounts.at(word) = (random_ >> 10 * word) % kAccounts;
      random_ ^= random_ << 13;
      random_ ^= random_ >> 17;
      random_ ^= random_ << 5;
    } while (accounts[0] == accounts[1]);
    return accounts;
  }
  void answered() {
    words_.push_back({.account = *load_account_, .value = memory_.at(*load_account_)});
    load_account_.reset();
  }
  void asked() {
    event();
    if (asked_ || id_ || words_.size() != 3) fail("an id is asked for out of turn");
    asked_ = true;
  }

  /// Messages due to each unit under the id.
  void granted(std::uint32_t id) {
    asked_ = false;
    id_ = id;
    next_id_ = (id + 1 + static_cast<std::uint32_t>(below(rng_, 5))) & 0xffff;
    transfer_ = {.id = id, .rate = words_.at(2), .to = words_.at(1), .from = words_.at(0)};
    for (unsigned word = 0; word < 3; ++word) seen_.at(word).insert(words_[word].account);
    const Balance less{transfer_.from.account, transfer_.from.value - transfer_.amount()};
    const Balance more{transfer_.to.account, transfer_.to.value + transfer_.amount()};
    for (auto& log : logs_) log.clear();
    for (const Balance& word : words_) logs_.at(unit_of(word.account)).push_back({LogBeat::kRead, word});
    for (const Balance& word : {less, more})
      logs_.at(unit_of(word.account)).push_back({LogBeat::kWrite, word});
    touched_ = to_reply_ = to_end_ = to_retire_ = 0;
    failed_ = false;
    for (unsigned unit = 0; unit < kUnits; ++unit) {
      if (logs_[unit].empty())
        logs_[unit].push_back({});
      else
        touched_ |= 1u << unit;
      logs_[unit].back().last = true;
    }
    to_reply_ = to_end_ = to_retire_ = touched_;
  }

  void filled() {
    event();
    const unsigned unit = unit_named(dut().fill_unit_o);
    const auto field = [this](unsigned low, unsigned width) { return bits_of(dut().fill_o, low, width); };
    if (!id_ || logs_.at(unit).empty())
      return fail("a beat that unit " + std::to_string(unit) + " does not wait for");
    const LogBeat beat = logs_[unit].front();
    logs_[unit].pop_front();
    expect("kind of the beat", field(79, 2), beat.kind);
    expect("last of the beat", field(78, 1), beat.last);
    expect("id of the beat", field(62, 16), *id_);
    if (beat.kind != LogBeat::kSkip) {
      expect("word of the beat", field(32, 30), beat.word.account);
      expect("value of the beat", field(0, 32), beat.word.value);
    }
    if (!beat.last || (touched_ >> unit & 1) == 0) return;
    const bool fails = one_in(rng_, failing_);
    failed_ = failed_ || fails;
    push_reply(unit, fails ? kFail : kPass);
  }

  void finalized() {
    event();
    const unsigned unit = unit_named(dut().final_unit_o);
    if (!id_ || (to_end_ >> unit & 1) == 0) return fail("a second final outcome, or one of another unit");
    to_end_ &= ~(1u << unit);
    expect("local outcomes that are missing", to_reply_, 0);
    expect("logs that are missing",
           std::any_of(logs_.begin(), logs_.end(), [](auto& log) { return !log.empty(); }), 0);
    expect("the final outcome", bits_of(dut().final_o, 16, 2), failed_ ? 1 : 0);
    expect("its id", bits_of(dut().final_o, 0, 16), *id_);
    push_reply(unit, kRetired);
  }

  void replied(unsigned unit, unsigned kind) {
    event();
    (kind == kRetired ? to_retire_ : to_reply_) &= ~(1u << unit);
  }

  void end_attempt() {
    event();
    const bool commit = dut().committed_o;
    if (!id_ || to_retire_ != 0 || to_end_ != 0) fail("an attempt ends that has not retired");
    expect("whether it has failed", dut().aborted_o, failed_);
    expect("whether it has committed", commit, !failed_);
    const Transfer shown = Transfer::of(dut().transfer_o, 0);
    expect("id that is shown", shown.id, transfer_.id);
    expect("from that is shown", shown.from.value, transfer_.from.value);
    expect("to that is shown", shown.to.value, transfer_.to.value);
    expect("rate that is shown", shown.rate.value, transfer_.rate.value);
    ++(commit ? commits_ : aborts_);
    if (commit) accounts_.reset();
    words_.clear();
    id_.reset();
  }

  unsigned unit_named(unsigned one_hot) {
    for (unsigned unit = 0; unit < kUnits; ++unit) {
      if (one_hot == 1u << unit) return unit;
    }
    fail("a message for no unit, or for several");
    return 0;
  }

  /// Replies of different units come in any order; of one unit there is one at a time.
  void push_reply(unsigned unit, unsigned kind) {
    const auto place = static_cast<std::ptrdiff_t>(below(rng_, replies_.size() + 1));
    replies_.insert(replies_.begin() + place, {unit, kind});
  }

  template <typename Port>
  static std::uint32_t bits_of(const Port& port, unsigned low, unsigned width) {
    std::uint32_t value = 0;
    for (unsigned bit = 0; bit < width; ++bit) value |= element(port, low + bit, 1) << bit;
    return value;
  }

  Rng& rng_;
  unsigned failing_;
  StallStream load_, req_, fill_, final_, delays_;
  std::vector<std::uint32_t> memory_;
  std::optional<std::uint32_t> load_account_;             // account of the load in flight
  std::vector<Balance> words_;                            // words that the attempt has loaded
  std::uint32_t random_ = 0;                              // next random number
  std::optional<std::array<std::uint32_t, 3>> accounts_;  // accounts of the current transfer
  bool asked_ = false;                                    // an id is requested
  std::uint32_t next_id_ = 65530;                         // next id to be granted
  std::optional<std::uint32_t> id_;                       // id of the attempt, once granted
  Transfer transfer_;                                     // transfer of the attempt
  std::array<std::deque<LogBeat>, kUnits> logs_;          // beats due to each unit
  unsigned touched_ = 0;                                  // units with words
  unsigned to_reply_ = 0, to_end_ = 0, to_retire_ = 0;    // units still to reply, to end, to retire
  bool failed_ = false;                                   // failed at some unit
  std::deque<std::pair<unsigned, unsigned>> replies_;     // unit and kind
  std::array<std::set<std::uint32_t>, 3> seen_;
  std::uint64_t commits_ = 0, aborts_ = 0, moved_ = 0;
};

}  // namespace gputm::tb
