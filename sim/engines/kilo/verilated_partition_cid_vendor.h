// tm::CommitIdVendor for any Verilated partition_cid_vendor. Its registered outputs are taken a tick after
// they are set, so that they are known before that tick (CommitIdVendor::announce).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engines/kilo/cid_vendor_rtl.h"
#include "engines/verilated_model.h"
#include "engines/verilated_ports.h"

namespace gputm::engines::kilo {

/// `Model` is the Verilated class.
template <typename Model>
class VerilatedPartitionCidVendor final : public tm::CommitIdVendor {
 public:
  using Make = MakeCidVendor;

  VerilatedPartitionCidVendor(unsigned cores, unsigned partitions)
      : partitions_(partitions),
        row_partitions_(vendor_row_partitions(partitions)),
        rows_(vendor_rows(partitions)),
        model_("partition_cid_vendor", TraceWindow{}),
        cores_(cores) {
    set_zero(model_->req_valid_i);
    model_->retire_valid_i = 0;
    model_.reset([] { return true; });
  }

  void request(unsigned core, unsigned lanes, std::span<const std::uint8_t> touching) override {
    if (core >= cores_.size() || lanes < 1 || lanes > kMaxLanes || touching.size() != partitions_) {
      throw Error("commit-id request of core " + std::to_string(core) + " for " + std::to_string(lanes) +
                  " lanes at " + std::to_string(touching.size()) + " partitions (cores 0.." +
                  std::to_string(cores_.size() - 1) + ", lanes 1..64, partitions " +
                  std::to_string(partitions_) + ")");
    }
    Core& place = cores_[core];
    place.lanes = lanes;
    place.touching.assign(touching.begin(), touching.end());
    place.touching.resize(std::size_t{rows_} * row_partitions_);
    place.row = 0;
    requests_.push_back(core);
    if (!announced_) take_requests();
  }

  std::optional<tm::IdGrant> granted(unsigned core) override {
    return std::exchange(cores_.at(core).grant, std::nullopt);
  }

  void retired(unsigned partition, tm::CommitId id) override {
    set_field(model_->retire_valid_i, partition, 1, 1);
    set_field(model_->retire_cid_i, partition * kIdBits, kIdBits, id);
    retires_ = true;
  }

  tm::CommitId retired_everywhere() const override { return retired_everywhere_; }

  std::optional<tm::IdCut> cut() override { return std::exchange(cut_, std::nullopt); }

  void announce() override {
    if (std::exchange(announced_, true)) return;
    retired_everywhere_ = static_cast<tm::CommitId>(model_->retired_everywhere_o);
    if (model_->grant_valid_o && clocked_) take_grant();
    if (model_->cut_valid_o && clocked_) {
      cut_ = {.end = static_cast<tm::CommitId>(model_->cut_position_o), .at_partition = {}};
      for (unsigned p = 0; p < partitions_; ++p)
        cut_->at_partition.push_back(
            static_cast<tm::CommitId>(field(model_->cut_cids_o, p * kIdBits, kIdBits)));
    }
    clocked_ = false;
  }

  void tick() override {
    announce();
    announced_ = false;
    if (work_ || retires_) clock();
    if (!requests_.empty()) take_requests();
  }

  bool busy() const override { return work_ || retires_ || clocked_ || !requests_.empty(); }

 private:
  static constexpr unsigned kCountBits = 7;
  static constexpr unsigned kIdBits = 16;

  /// A core's request and its grant
  struct Core {
    unsigned lanes = 0;
    std::vector<std::uint8_t> touching;  ///< by partition, filled up to whole beats
    unsigned row = 0;                    ///< next beat
    tm::IdGrant coming;                  ///< beats of the grant so far
    std::optional<tm::IdGrant> grant;
  };

  void clock() {
    model_.low();
    const auto accepted = model_->req_ready_o;
    std::vector<unsigned> taken;
    for (const unsigned core : waiting_) {
      if (field(accepted, core, 1) != 0) taken.push_back(core);
    }
    model_.high();
    model_->retire_valid_i = 0;
    retires_ = false;
    for (const unsigned core : taken) {
      if (++cores_[core].row < rows_) {
        offer(core);
      } else {
        set_field(model_->req_valid_i, core, 1, 0);
        std::erase(waiting_, core);
      }
    }
    clocked_ = true;
    work_ = model_->busy_o;
  }

  void take_requests() {
    for (const unsigned core : requests_) {
      waiting_.push_back(core);
      set_field(model_->req_valid_i, core, 1, 1);
      set_field(model_->req_lanes_i, core * kCountBits, kCountBits, cores_[core].lanes);
      offer(core);
    }
    requests_.clear();
    work_ = true;
  }

  /// Sets the counts of the core's next beat.
  void offer(unsigned core) {
    const Core& place = cores_[core];
    for (unsigned i = 0; i < row_partitions_; ++i) {
      set_field(model_->req_counts_i, (core * row_partitions_ + i) * kCountBits, kCountBits,
                place.touching[place.row * row_partitions_ + i]);
    }
  }

  void take_grant() {
    Core& place = cores_[model_->grant_core_o];
    if (model_->grant_row_o == 0)
      place.coming = {.first = static_cast<tm::CommitId>(model_->grant_position_o), .at_partition = {}};
    for (unsigned i = 0; i < row_partitions_ && place.coming.at_partition.size() < partitions_; ++i)
      place.coming.at_partition.push_back(
          static_cast<tm::CommitId>(field(model_->grant_cids_o, i * kIdBits, kIdBits)));
    if (model_->grant_last_o) place.grant = std::move(place.coming);
  }

  unsigned partitions_, row_partitions_, rows_;
  VerilatedModel<Model> model_;
  std::vector<Core> cores_;
  tm::CommitId retired_everywhere_ = 0;
  std::optional<tm::IdCut> cut_;
  std::vector<unsigned> requests_;  ///< cores with requests not yet given to the model
  std::vector<unsigned> waiting_;   ///< cores with beats that have not been accepted
  bool announced_ = false;          ///< the next tick has been announced
  bool retires_ = false;            ///< a pointer has been reported since the last tick
  bool clocked_ = false;            ///< the outputs have not been taken yet
  bool work_ = true;                ///< the next tick changes state, independent of reports until then
};

}  // namespace gputm::engines::kilo
