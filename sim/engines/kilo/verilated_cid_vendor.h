// tm::CommitIdVendor for any Verilated cid_vendor.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engines/kilo/cid_vendor_rtl.h"
#include "engines/verilated_model.h"
#include "engines/verilated_ports.h"

namespace gputm::engines::kilo {

/// `Model` is the Verilated class.
template <typename Model>
class VerilatedCidVendor final : public tm::CommitIdVendor {
 public:
  using Make = MakeCidVendor;

  VerilatedCidVendor(unsigned cores, unsigned partitions)
      : cores_(cores), partitions_(partitions), model_("cid_vendor", TraceWindow{}), grants_(cores) {
    set_zero(model_->req_valid_i);
    model_->retire_valid_i = 0;
    model_.reset([] { return true; });
  }

  void request(unsigned core, unsigned count, std::span<const std::uint8_t> /*touching*/) override {
    if (core >= cores_ || count < 1 || count > kMaxLanes) {
      throw Error("commit-id request of core " + std::to_string(core) + " for " + std::to_string(count) +
                  " ids (cores 0.." + std::to_string(cores_ - 1) + ", ids 1..64)");
    }
    requests_.push_back({core, count});
    if (!announced_) take_requests();
  }

  std::optional<tm::IdGrant> granted(unsigned core) override {
    const auto first = std::exchange(grants_.at(core), std::nullopt);
    if (!first) return std::nullopt;
    return tm::IdGrant{.first = *first, .at_partition = {}};
  }

  void retired(unsigned partition, tm::CommitId id) override {
    set_retired(partition, id);
    // Ports of partitions that this machine does not have follow the first one.
    if (partition == 0) {
      for (unsigned p = partitions_; p < kPorts; ++p) set_retired(p, id);
    }
    retires_ = true;
  }

  tm::CommitId retired_everywhere() const override { return retired_everywhere_; }

  void announce() override {
    if (std::exchange(announced_, true) || !work_) return;
    const auto& vendor = *model_->rootp;
    if (vendor.cid_vendor__DOT__grant)
      grants_[vendor.cid_vendor__DOT__head_core_q] = vendor.cid_vendor__DOT__next_cid_q;
    if (vendor.cid_vendor__DOT__last_q) {
      retired_everywhere_ =
          static_cast<tm::CommitId>(vendor.cid_vendor__DOT__oldest_q + vendor.cid_vendor__DOT__least);
    }
  }

  void tick() override {
    announce();
    announced_ = false;
    if (work_ || retires_) clock();
    if (!requests_.empty()) take_requests();
  }

  bool busy() const override { return work_ || retires_ || !requests_.empty(); }

 private:
  void clock() {
    model_.low();
    const auto accepted = model_->req_ready_o;
    model_.high();
    clear_bits(model_->req_valid_i, accepted);
    model_->retire_valid_i = 0;
    retires_ = false;
    work_ = model_->busy_o;
  }

  void take_requests() {
    for (const auto& [core, count] : requests_) {
      set_field(model_->req_valid_i, core, 1, 1);
      set_field(model_->req_count_i, core * kCountBits, kCountBits, count);
    }
    requests_.clear();
    work_ = true;
  }

  static constexpr unsigned kCountBits = 7;
  static constexpr unsigned kIdBits = 16;
  /// Ports for partitions
  static constexpr unsigned kPorts = static_cast<unsigned>(
      8 * sizeof(std::remove_reference_t<decltype(std::declval<Model>().retire_cid_i)>) / kIdBits);

  void set_retired(unsigned partition, tm::CommitId id) {
    set_field(model_->retire_valid_i, partition, 1, 1);
    set_field(model_->retire_cid_i, partition * kIdBits, kIdBits, id);
  }

  unsigned cores_, partitions_;
  VerilatedModel<Model> model_;
  std::vector<std::optional<tm::CommitId>> grants_;  ///< by core
  tm::CommitId retired_everywhere_ = 0;
  bool announced_ = false;                               ///< the next tick has been announced
  std::vector<std::pair<unsigned, unsigned>> requests_;  ///< cores and counts not yet given to the model
  bool retires_ = false;                                 ///< a pointer has been reported since the last tick
  bool work_ = true;  ///< the next tick changes state, independent of reports until then
};

}  // namespace gputm::engines::kilo
