// The read validator's two sources of words and an L2 that answers in any order; models the verdicts.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <vector>

#include "common/stalls.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/fields.h"

namespace gputm::tb {

inline constexpr unsigned kTags = 4, kPorts = 4;
inline constexpr std::uint64_t kLatency = 5;  // cycles from response to verdict
inline constexpr unsigned kQueuedReads = 2;   // reads between the choice of a word and the L2

struct ValidationRequest {
  unsigned index;
  bool failed_value;
  std::uint64_t address, data;
  ValidationPort port() const { return {address << 32 | data, failed_value, index}; }
  bool operator==(const ValidationRequest&) const = default;
};

template <typename Model>
class ValidatorBench {
 public:
  explicit ValidatorBench(Rng& rng)
      : rng_(rng), speculations_in_(rng), revalidations_in_(rng), reads_(rng), responses_(rng) {
    auto& dut = bench_.dut();
    dut.speculate_req_i = 0;
    dut.revalidate_valid_i = 0;
    dut.l2_read_ready_i = 0;
    dut.l2_response_valid_i = 0;
    reset_and_initialise(bench_, kEntries, 0);
    visible_.assign(kLatency, {});
  }

  void cycle(bool may_offer) {
    auto& dut = bench_.dut();
    if (!speculation_ && may_offer && speculations_in_.go()) speculation_ = make_request();
    if (!revalidation_ && may_offer && one_in(rng_, 2) && revalidations_in_.go())
      revalidation_ = make_request();
    drive_words(dut);
    dut.l2_read_ready_i = reads_.go();
    drive_response(dut);
    std::array<unsigned, kPorts> indices;
    for (unsigned& index : indices) index = static_cast<unsigned>(below(rng_, kEntries));
    dut.fill_read_i = pack_read(indices[0]);
    dut.head_read_i = pack_read(indices[1]);
    dut.wait_read_i = pack_read(indices[2]);
    dut.outcome_read_i = pack_read(indices[3]);
    bench_.settle();
    check_verdicts(dut);
    accept_words(dut);
    if (dut.l2_read_valid_o && dut.l2_read_ready_i) accept_read(dut);
    indices_ = indices;
    bench_.step();
    visible_.push_back(verdicts_);
    visible_.pop_front();
  }
  void require_all_done() {
    bench_.require(!speculation_ && !revalidation_ && speculations_.empty() && revalidations_.empty() &&
                       flights_.empty(),
                   "words left");
    bench_.require(visible_.front() == verdicts_, "verdicts still change");
  }
  std::uint64_t answers() const { return answers_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  // Addresses are unique, so that a read identifies its word. An entry's failed value stays while its words
  // are in flight.
  ValidationRequest make_request() {
    const auto index = static_cast<unsigned>(below(rng_, kEntries));
    if (pending_[index] == 0) failed_value_[index] = !verdicts_[index].failed;
    ++pending_[index];
    return {index, failed_value_[index], next_address_++, rng_() & 0xffffffff};
  }
  void drive_words(Model& dut) {
    dut.speculate_req_i = speculation_.has_value();
    dut.revalidate_valid_i = revalidation_.has_value();
    if (speculation_) {
      speculation_->port().put(dut.speculate_i);
    }
    if (revalidation_) {
      revalidation_->port().put(dut.revalidate_i);
    }
  }
  void accept_words(Model& dut) {
    if (speculation_ && dut.speculate_gnt_o) {
      speculations_.push_back(*speculation_);
      speculation_.reset();
    }
    if (revalidation_ && dut.revalidate_ready_o) {
      revalidations_.push_back(*revalidation_);
      revalidation_.reset();
      overtaken_ = 0;
    }
  }
  void accept_read(Model& dut) {
    auto& queue = !revalidations_.empty() && revalidations_.front().address == dut.l2_read_addr_o
                      ? revalidations_
                      : speculations_;
    overtaken_ = revalidation_ && &queue == &speculations_ ? overtaken_ + 1 : 0;
    bench_.require(overtaken_ <= kQueuedReads, "revalidation does not go first");
    if (queue.empty() || queue.front().address != dut.l2_read_addr_o) {
      return bench_.require(false, "read of no word, or out of order");
    }
    bench_.require(!flights_.contains(dut.l2_read_tag_o) && dut.l2_read_tag_o < kTags, "tag used twice");
    flights_[dut.l2_read_tag_o] = queue.front();
    queue.pop_front();
  }
  void drive_response(Model& dut) {
    dut.l2_response_valid_i = !flights_.empty() && responses_.go();
    if (!dut.l2_response_valid_i) return;
    auto flight = flights_.begin();
    std::advance(flight, static_cast<std::ptrdiff_t>(below(rng_, flights_.size())));
    const ValidationRequest request = flight->second;
    const bool differs = one_in(rng_, 6), fails = one_in(rng_, 8);
    dut.l2_response_error_i = fails;
    drive(dut.l2_response_tag_i, flight->first);
    drive(dut.l2_response_data_i, request.data ^ (differs ? std::uint64_t{1} << below(rng_, 32) : 0));
    VerdictField& verdict = verdicts_[request.index];
    verdict.done = (verdict.done + 1) % kCounts;
    if (differs || fails) verdict.failed = request.failed_value;
    --pending_[request.index];
    ++answers_;
    flights_.erase(flight);
  }
  void check_verdicts(Model& dut) {
    const std::array<unsigned, kPorts> seen{dut.fill_verdict_o, dut.head_verdict_o, dut.wait_verdict_o,
                                            dut.outcome_verdict_o};
    for (unsigned port = 0; port < kPorts && indices_; ++port) {
      bench_.require(VerdictField::of(seen[port]) == visible_.front()[(*indices_)[port]], "wrong verdict");
    }
  }

  using Verdicts = std::array<VerdictField, kEntries>;
  Unprotected<Model> bench_;
  Rng& rng_;
  StallStream speculations_in_, revalidations_in_, reads_, responses_;
  std::optional<ValidationRequest> speculation_, revalidation_;  // offered requests
  std::deque<ValidationRequest> speculations_, revalidations_;   // requests taken, not read yet
  std::map<unsigned, ValidationRequest> flights_;                // reads in flight, by tag
  std::array<unsigned, kEntries> pending_{};
  std::array<bool, kEntries> failed_value_{};
  Verdicts verdicts_{};
  std::deque<Verdicts> visible_;  // past verdicts; the oldest is on the outputs
  std::optional<std::array<unsigned, kPorts>> indices_;
  std::uint64_t next_address_ = 1, answers_ = 0;
  unsigned overtaken_ = 0;  // words read while a revalidation waits
};

}  // namespace gputm::tb
