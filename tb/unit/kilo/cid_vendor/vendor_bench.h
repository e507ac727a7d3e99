// Drives a commit-id vendor with random requests and retirement, and checks every grant.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <sstream>
#include <string>

#include "common/clocked.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {

/// Sizes of the model, as its RTL parameters.
struct VendorSizes {
  static constexpr unsigned kCores = 5, kPartitions = 3, kMaxCount = 16, kCountBits = 5, kIdBits = 16;
  /// Sizes of a vendor that arbitrates in clusters of 14, 14 and 12 cores.
  static constexpr unsigned kManyCores = 40, kClusterCores = 14;
  unsigned ring;
  std::uint64_t first_id;
};

/// Ids are 64-bit here and never wrap; only the model sees their low bits. `ClusterCores`: cores per cluster,
/// in which requests are granted in the order of their acceptance.
template <typename Model, unsigned Cores = VendorSizes::kCores, unsigned ClusterCores = Cores>
class VendorBench {
 public:
  explicit VendorBench(const VendorSizes& sizes)
      : sizes_(sizes), next_(sizes.first_id), everywhere_(sizes.first_id) {
    retired_.fill(sizes.first_id);
    seen_.fill(sizes.first_id);
    auto& dut = clocked_.dut();
    dut.req_valid_i = 0;
    dut.retire_valid_i = 0;
    clocked_.reset();
    clocked_.settle();
    if (dut.busy_o) fail("busy after a reset");
  }

  /// Raises a request of a core that has none.
  void request(unsigned core, unsigned count) {
    wanted_[core] = count;
    since_[core] = clocked_.cycles();
  }
  bool waiting(unsigned core) const { return wanted_[core] != 0; }
  /// Moves a partition's retire pointer.
  void retire(unsigned partition, std::uint64_t ids) {
    retired_[partition] += ids;
    moved_ |= 1u << partition;
  }
  /// Ids handed out and not retired in `partition`.
  std::uint64_t alive(unsigned partition) const { return next_ - retired_[partition]; }

  void cycle() {
    auto& dut = clocked_.dut();
    std::uint64_t pointers = 0, valid = 0;
    for (unsigned core = 0; core < Cores; ++core) {
      if (wanted_[core] == 0 || accepted_[core]) continue;
      valid |= std::uint64_t{1} << core;
      set_element(dut.req_count_i, core, VendorSizes::kCountBits, wanted_[core]);
    }
    for (unsigned p = 0; p < VendorSizes::kPartitions; ++p) {
      // An invalid pointer has any value, here one that would be far ahead.
      const std::uint64_t pointer = (moved_ >> p & 1) != 0 ? retired_[p] : ~retired_[p];
      pointers |= (pointer & 0xffff) << (p * VendorSizes::kIdBits);
    }
    drive(dut.req_valid_i, valid);
    drive(dut.retire_valid_i, moved_);
    drive(dut.retire_cid_i, pointers);
    moved_ = 0;
    clocked_.settle();
    const std::uint64_t accepted = dut.req_ready_o & valid;
    for (unsigned core = 0, last = Cores; core < Cores; ++core) {
      if ((accepted >> core & 1) == 0) continue;
      if (last < core && last / ClusterCores == core / ClusterCores) fail("two requests accepted at once");
      last = core;
      accepted_[core] = true;
      order_[core / ClusterCores].push_back(core);
    }
    check_retired(dut.retired_everywhere_o);
    const bool work = valid != 0 || any_accepted() || everywhere_ != oldest_of(seen_);
    if (work && !dut.busy_o) fail("not busy with work to do");
    if (dut.grant_valid_o) check_grant(dut.grant_core_o, dut.grant_cid_o);
    busy_ = dut.busy_o;
    clocked_.step();
    seen_ = retired_;
  }

  std::uint64_t granted_ids() const { return next_ - sizes_.first_id; }
  std::uint64_t grants() const { return grants_; }
  std::uint64_t longest_wait() const { return longest_wait_; }
  std::uint64_t everywhere() const { return everywhere_; }
  std::uint64_t cycles() const { return clocked_.cycles(); }
  bool busy() const { return busy_; }
  std::optional<std::string> failure() const {
    if (failure_) return failure_;
    if (clocked_.assertion_failed()) return "assertion failed in the RTL";
    return std::nullopt;
  }

 private:
  using Pointers = std::array<std::uint64_t, VendorSizes::kPartitions>;
  static std::uint64_t oldest_of(const Pointers& pointers) {
    return *std::min_element(pointers.begin(), pointers.end());
  }

  bool any_accepted() const {
    return std::any_of(order_.begin(), order_.end(), [](const auto& order) { return !order.empty(); });
  }
  void check_grant(unsigned core, std::uint64_t id) {
    if (core >= Cores) return fail("grant to no core");
    auto& order = order_[core / ClusterCores];
    if (order.empty() || core != order.front()) return fail("grant to a core that is not next");
    order.pop_front();
    if (id != (next_ & 0xffff)) fail("ids do not follow the last grant's");
    next_ += wanted_[core];
    // The vendor's knowledge may lag behind the partitions, but is never ahead.
    if (next_ - everywhere_ > sizes_.ring) fail("window exceeded");
    ++grants_;
    longest_wait_ = std::max(longest_wait_, clocked_.cycles() - since_[core]);
    wanted_[core] = 0;
    accepted_[core] = false;
  }

  void check_retired(std::uint64_t low_bits) {
    everywhere_ += (low_bits - everywhere_) & 0xffff;
    const std::uint64_t true_oldest = oldest_of(retired_);
    if (everywhere_ > true_oldest) fail("retired_everywhere is ahead of a partition");
    history_.push_back(true_oldest);
    if (history_.size() > 2 * VendorSizes::kPartitions + 3) {
      if (everywhere_ < history_.front()) fail("retired_everywhere is late");
      history_.pop_front();
    }
  }

  void fail(const char* what) {
    if (failure_) return;
    std::ostringstream text;
    text << what << " at cycle " << clocked_.cycles() << ", next id " << next_;
    failure_ = text.str();
  }

  VendorSizes sizes_;
  Clocked<Model> clocked_;
  std::array<unsigned, Cores> wanted_{};
  std::array<bool, Cores> accepted_{};
  std::array<std::uint64_t, Cores> since_{};
  Pointers retired_{}, seen_{};  // now, and as reported to the vendor before this cycle
  unsigned moved_ = 0;
  std::array<std::deque<unsigned>, (Cores + ClusterCores - 1) / ClusterCores>
      order_;                          // cores with accepted requests
  std::deque<std::uint64_t> history_;  // true oldest ids of the last cycles
  std::uint64_t next_, everywhere_, grants_ = 0, longest_wait_ = 0;
  bool busy_ = true;
  std::optional<std::string> failure_;
};

/// Random requests, retirement and idleness for `cycles` cycles, or until something is wrong.
template <typename Model, unsigned Cores, unsigned ClusterCores>
void run_vendor(VendorBench<Model, Cores, ClusterCores>& bench, std::uint64_t cycles, Rng& rng) {
  StallStream requests(rng), retirement(rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) {
    for (unsigned core = 0; core < Cores; ++core) {
      if (!bench.waiting(core) && requests.go()) {
        bench.request(core, 1 + static_cast<unsigned>(below(rng, VendorSizes::kMaxCount)));
      }
    }
    for (unsigned p = 0; p < VendorSizes::kPartitions; ++p) {
      if (bench.alive(p) != 0 && retirement.go())
        bench.retire(p, 1 + below(rng, std::min<std::uint64_t>(bench.alive(p), 30)));
    }
    bench.cycle();
  }
}

}  // namespace gputm::tb
