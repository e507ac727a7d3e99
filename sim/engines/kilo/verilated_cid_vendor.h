// tm::CommitIdVendor for any Verilated cid_vendor with ports for the largest machine.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <string>
#include <utility>

#include "engines/kilo/cid_vendor_rtl.h"
#include "engines/verilated_model.h"

namespace gputm::engines::kilo {

/// `Model` is the Verilated class.
template <typename Model>
class VerilatedCidVendor final : public tm::CommitIdVendor {
 public:
  VerilatedCidVendor(unsigned cores, unsigned partitions)
      : cores_(cores), partitions_(partitions), model_("cid_vendor", TraceWindow{}) {
    model_->req_valid_i = 0;
    model_->retire_valid_i = 0;
    model_.reset([] { return true; });
  }

  void request(unsigned core, unsigned count) override {
    if (core >= cores_ || count < 1 || count > kMaxLanes) {
      throw Error("commit-id request of core " + std::to_string(core) + " for " + std::to_string(count) +
                  " ids (cores 0.." + std::to_string(cores_ - 1) + ", ids 1..64)");
    }
    requested_ |= std::uint32_t{1} << core;
    counts_[core] = count;
    if (!announced_) take_requests();
  }

  std::optional<tm::CommitId> granted(unsigned core) override {
    return std::exchange(grants_.at(core), std::nullopt);
  }

  void retired(unsigned partition, tm::CommitId id) override {
    set_retired(partition, id);
    // Ports of partitions that this machine does not have follow the first one.
    if (partition == 0) {
      for (unsigned p = partitions_; p < kMaxVendorPartitions; ++p) set_retired(p, id);
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
    if (requested_ != 0) take_requests();
  }

  bool busy() const override { return work_ || retires_ || requested_ != 0; }

 private:
  void clock() {
    model_.low();
    const std::uint32_t accepted = model_->req_ready_o;
    model_.high();
    model_->req_valid_i &= ~accepted;
    model_->retire_valid_i = 0;
    retires_ = false;
    work_ = model_->busy_o;
  }

  void take_requests() {
    model_->req_valid_i |= requested_;
    for (; requested_ != 0; requested_ &= requested_ - 1) {
      const auto core = static_cast<unsigned>(std::countr_zero(requested_));
      set_field(model_->req_count_i, core * kCountBits, kCountBits, counts_[core]);
    }
    work_ = true;
  }

  static constexpr unsigned kCountBits = 7;
  static constexpr unsigned kIdBits = 16;

  /// Writes `value` to bits first..first+bits-1 (at most 32 bits) of a port wider than 64 bits.
  template <typename Wide>
  static void set_field(Wide& port, unsigned first, unsigned bits, std::uint32_t value) {
    const unsigned word = first / 32, shift = first % 32;
    const std::uint64_t mask = ((std::uint64_t{1} << bits) - 1) << shift;
    const std::uint64_t field = std::uint64_t{value} << shift;
    port[word] = (port[word] & ~static_cast<std::uint32_t>(mask)) | static_cast<std::uint32_t>(field);
    if (shift + bits <= 32) return;
    port[word + 1] =
        (port[word + 1] & ~static_cast<std::uint32_t>(mask >> 32)) | static_cast<std::uint32_t>(field >> 32);
  }
  void set_retired(unsigned partition, tm::CommitId id) {
    model_->retire_valid_i = static_cast<CData>(model_->retire_valid_i | 1u << partition);
    set_field(model_->retire_cid_i, partition * kIdBits, kIdBits, id);
  }

  unsigned cores_, partitions_;
  VerilatedModel<Model> model_;
  std::array<std::optional<tm::CommitId>, kMaxVendorCores> grants_;
  tm::CommitId retired_everywhere_ = 0;
  bool announced_ = false;                          ///< the next tick has been announced
  std::uint32_t requested_ = 0;                     ///< cores with requests not yet given to the model
  std::array<unsigned, kMaxVendorCores> counts_{};  ///< counts of these requests
  bool retires_ = false;                            ///< a pointer has been reported since the last tick
  bool work_ = true;  ///< the next tick changes state, independent of reports until then
};

}  // namespace gputm::engines::kilo
