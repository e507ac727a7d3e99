#include "engines/kilo/cid_vendor_rtl.h"

#include <verilated.h>

#include <array>
#include <string>

#include "Vcid_vendor_1920.h"
#include "Vcid_vendor_32704.h"
#include "Vcid_vendor_64.h"

namespace gputm::engines::kilo {
namespace {

constexpr unsigned kCountBits = 7;
constexpr unsigned kIdBits = 16;

/// Writes `value` to bits first..first+bits-1 of a port wider than 64 bits.
template <typename Wide>
void set_field(Wide& port, unsigned first, unsigned bits, std::uint32_t value) {
  for (unsigned i = 0; i < bits; ++i) {
    const std::uint32_t bit = std::uint32_t{1} << ((first + i) % 32);
    if ((value >> i & 1) != 0) {
      port[(first + i) / 32] |= bit;
    } else {
      port[(first + i) / 32] &= ~bit;
    }
  }
}

template <typename Model>
class CidVendorRtl final : public tm::CommitIdVendor {
 public:
  CidVendorRtl(unsigned cores, unsigned partitions)
      : cores_(cores), partitions_(partitions), model_(&context_) {
    model_.clk_i = 0;
    model_.rst_ni = 0;
    model_.req_valid_i = 0;
    model_.retire_valid_i = 0;
    model_.eval();
    model_.rst_ni = 1;
    model_.eval();
  }
  ~CidVendorRtl() override { model_.final(); }

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
    model_.eval();
    work_ = model_.busy_o;
  }

  bool busy() const override { return work_; }

 private:
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

}  // namespace

std::unique_ptr<tm::CommitIdVendor> make_cid_vendor_rtl(unsigned cores, unsigned partitions,
                                                        unsigned live_ids) {
  if (cores < 1 || cores > kMaxVendorCores) {
    throw Error("commit-id vendor for " + std::to_string(cores) + " cores (legal: 1..32)");
  }
  if (partitions < 1 || partitions > kMaxVendorPartitions) {
    throw Error("commit-id vendor for " + std::to_string(partitions) + " memory partitions (legal: 1..8)");
  }
  switch (live_ids) {
    case 64:
      return std::make_unique<CidVendorRtl<Vcid_vendor_64>>(cores, partitions);
    case 1920:
      return std::make_unique<CidVendorRtl<Vcid_vendor_1920>>(cores, partitions);
    case 32704:
      return std::make_unique<CidVendorRtl<Vcid_vendor_32704>>(cores, partitions);
    default:
      throw Error("commit-id vendor of " + std::to_string(live_ids) + " ids (legal: 64, 1920, 32704)");
  }
}

}  // namespace gputm::engines::kilo
