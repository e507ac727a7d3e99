// tm::CommitIdVendor around any Verilated cid_vendor with ports for the largest machine.
#pragma once

#include <verilated.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "engines/kilo/cid_vendor_rtl.h"

namespace gputm::engines::kilo {

/// `Model` is the Verilated class.
template <typename Model>
class VerilatedCidVendor final : public tm::CommitIdVendor {
 public:
  VerilatedCidVendor(unsigned cores, unsigned partitions)
      : cores_(cores), partitions_(partitions), model_(&context_) {
    model_.clk_i = 0;
    model_.req_valid_i = 0;
    model_.retire_valid_i = 0;
    // The reset acts when it falls.
    for (const bool level : {true, false, true}) {
      model_.rst_ni = level;
      model_.eval();
    }
  }
  ~VerilatedCidVendor() override { model_.final(); }

  void request(unsigned core, unsigned count) override {
    if (core >= cores_ || count < 1 || count > kMaxLanes) {
      throw Error("commit-id request of core " + std::to_string(core) + " for " + std::to_string(count) +
                  " ids (cores 0.." + std::to_string(cores_ - 1) + ", ids 1..64)");
    }
    model_.req_valid_i |= std::uint32_t{1} << core;
    set_field(model_.req_count_i, core * kCountBits, kCountBits, count);
    work_ = true;
  }

  std::optional<tm::CommitId> granted(unsigned core) override {
    return std::exchange(grants_.at(core), std::nullopt);
  }

  void retired(unsigned partition, tm::CommitId id) override {
    set_retired(partition, id);
    // The model's partitions that this machine does not have follow the first one.
    if (partition == 0) {
      for (unsigned p = partitions_; p < kMaxVendorPartitions; ++p) set_retired(p, id);
    }
    work_ = true;
  }

  tm::CommitId retired_everywhere() const override { return model_.retired_everywhere_o; }

  void tick() override {
    if (!work_) return;
    model_.clk_i = 0;
    model_.eval();
    const std::uint32_t accepted = model_.req_ready_o;
    model_.clk_i = 1;
    model_.eval();
    model_.req_valid_i &= ~accepted;
    model_.retire_valid_i = 0;
    if (model_.grant_valid_o) grants_[model_.grant_core_o] = model_.grant_cid_o;
    work_ = model_.busy_o;
  }

  bool busy() const override { return work_; }

 private:
  static constexpr unsigned kCountBits = 7;
  static constexpr unsigned kIdBits = 16;

  /// Writes `value` to bits first..first+bits-1 of a port wider than 64 bits, at most 32 of them.
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
    model_.retire_valid_i = static_cast<CData>(model_.retire_valid_i | 1u << partition);
    set_field(model_.retire_cid_i, partition * kIdBits, kIdBits, id);
  }

  unsigned cores_, partitions_;
  VerilatedContext context_;
  Model model_;
  std::array<std::optional<tm::CommitId>, kMaxVendorCores> grants_;
  bool work_ = true;
};

}  // namespace gputm::engines::kilo
