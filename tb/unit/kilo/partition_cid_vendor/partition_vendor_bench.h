// Cores and partitions around a partition_cid_vendor, and a reference that checks each of its outputs.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {

/// Sizes of a model, as its RTL parameters.
struct PartitionVendorSizes {
  unsigned cores, partitions, max_count, row_partitions, ring, id_bits, position_bits;

  constexpr unsigned rows() const { return (partitions + row_partitions - 1) / row_partitions; }
  constexpr unsigned count_bits() const { return static_cast<unsigned>(std::bit_width(max_count)); }
  constexpr std::uint64_t position_window() const {
    return (std::uint64_t{1} << (position_bits - 1)) - max_count;
  }
};

/// Ids and positions are 64-bit here and never wrap; only the model sees their low bits.
template <typename Model, PartitionVendorSizes Sizes>
class PartitionVendorBench : public ModuleBench<Model> {
 public:
  using Counts = std::array<unsigned, Sizes.partitions>;  ///< lanes of a warp that touch each partition
  static constexpr unsigned kRows = Sizes.rows();

  PartitionVendorBench() {
    auto& dut = this->dut();
    for (unsigned core = 0; core < Sizes.cores; ++core) set_element(dut.req_valid_i, core, 1, 0);
    dut.retire_valid_i = 0;
    this->reset();
    this->settle();
    this->expect("busy_o after reset", dut.busy_o, false);
  }

  /// Gives a core that has no request one.
  void request(unsigned core, unsigned lanes, const Counts& counts) {
    requests_[core] = {.lanes = lanes, .row = 0, .up = true, .since = granted_requests_, .counts = counts};
  }
  bool waiting(unsigned core) const { return requests_[core].lanes != 0; }
  /// The core's next beat comes later (or now).
  void hold(unsigned core, bool held) {
    if (!offered_[core]) requests_[core].up = !held;
  }
  /// Moves a partition's retire pointer.
  void retire(unsigned partition, std::uint64_t ids) {
    retired_[partition] += ids;
    moved_[partition] = true;
  }
  /// Ids granted and not retired in `partition`.
  std::uint64_t alive(unsigned partition) const { return next_[partition] - retired_[partition]; }

  void cycle() {
    auto& dut = this->dut();
    for (unsigned core = 0; core < Sizes.cores; ++core) offer(core);
    for (unsigned p = 0; p < Sizes.partitions; ++p) {
      // An invalid pointer has any value.
      const std::uint64_t pointer = moved_[p] ? retired_[p] : ~retired_[p];
      set_element(dut.retire_valid_i, p, 1, moved_[p]);
      set_element(dut.retire_cid_i, p, Sizes.id_bits, static_cast<std::uint32_t>(pointer));
    }
    moved_ = {};
    this->settle();
    const bool offers = std::find(offered_.begin(), offered_.end(), true) != offered_.end();
    const bool accepted =
        std::any_of(accepted_.begin(), accepted_.end(), [](const auto& beats) { return !beats.empty(); });
    const bool work = offers || accepted || everywhere_ != next_position_;
    if (work && !dut.busy_o) this->fail("not busy with work to do");
    accept();
    check_cut();
    check_grant();
    this->tick();
    known_.push_back({retired_, everywhere_});
    if (known_.size() > kRoomLatency) known_.pop_front();
  }

  std::uint64_t grants() const { return grants_; }
  std::uint64_t granted_requests() const { return granted_requests_; }
  std::uint64_t granted_ids(unsigned partition) const { return next_[partition]; }
  std::uint64_t positions() const { return next_position_; }
  std::uint64_t everywhere() const { return everywhere_; }
  std::uint64_t cuts() const { return cuts_; }
  /// Most requests that were granted between a core's request and its grant.
  std::uint64_t most_passed() const { return most_passed_; }
  /// Cycles from the first offer of the last granted first beat to its grant.
  std::uint64_t last_latency() const { return last_latency_; }

 private:
  using Ids = std::array<std::uint64_t, Sizes.partitions>;
  static constexpr std::uint64_t kShortest = 4, kLongest = 5,
                                 kRoomLatency = 4;  ///< acceptance to grant; room to grant
  static constexpr unsigned kClusters = (Sizes.cores + 15) / 16,
                            kClusterCores = (Sizes.cores + kClusters - 1) / kClusters;
  static constexpr std::uint64_t kIdMask = (std::uint64_t{1} << Sizes.id_bits) - 1,
                                 kPositionMask = (std::uint64_t{1} << Sizes.position_bits) - 1;

  struct Request {
    unsigned lanes = 0, row = 0;  ///< row: next beat
    bool up = false;              ///< the next beat is offered
    std::uint64_t since = 0;      ///< requests granted before it
    Counts counts{};
  };
  struct Beat {
    unsigned core, row;
    std::uint64_t offered, accepted;  ///< cycles
    Request request;
  };
  struct Known {
    Ids retired;
    std::uint64_t everywhere;
  };

  /// Partitions of a beat, and the place of each in it.
  template <typename Each>
  static void of_row(unsigned row, Each each) {
    const unsigned first = row * Sizes.row_partitions;
    for (unsigned p = first; p < std::min(first + Sizes.row_partitions, Sizes.partitions); ++p)
      each(p, p - first);
  }

  void offer(unsigned core) {
    auto& dut = this->dut();
    Request& request = requests_[core];
    const bool offers = request.lanes != 0 && request.up;
    set_element(dut.req_valid_i, core, 1, offers);
    if (!offers || offered_[core]) return;
    offered_[core] = true;
    offered_at_[core] = this->cycles();
    set_element(dut.req_lanes_i, core, Sizes.count_bits(), request.lanes);
    for (unsigned place = 0; place < Sizes.row_partitions; ++place)
      set_element(dut.req_counts_i, core * Sizes.row_partitions + place, Sizes.count_bits(), 0);
    of_row(request.row, [&](unsigned p, unsigned place) {
      set_element(dut.req_counts_i, core * Sizes.row_partitions + place, Sizes.count_bits(),
                  request.counts[p]);
    });
  }

  void accept() {
    for (unsigned core = 0, last = Sizes.cores; core < Sizes.cores; ++core) {
      if (!offered_[core] || element(this->dut().req_ready_o, core, 1) == 0) continue;
      Request& request = requests_[core];
      const unsigned cluster = core / kClusterCores;
      if (last / kClusterCores == cluster && last < core) this->fail("two beats accepted at once");
      last = core;
      accepted_[cluster].push_back({core, request.row, offered_at_[core], this->cycles(), request});
      offered_[core] = false;
      if (++request.row == kRows) request.lanes = 0;
    }
  }

  bool fits(const Beat& beat, const Known& known) const {
    bool all =
        beat.row != 0 || next_position_ + beat.request.lanes - known.everywhere <= Sizes.position_window();
    of_row(beat.row, [&](unsigned p, unsigned) {
      if (next_[p] + beat.request.counts[p] - known.retired[p] > Sizes.ring) all = false;
    });
    return all;
  }

  /// Any beat may be at the head, or only that of the request that is granted in part.
  bool beat_is_due() const {
    if (known_.size() < kRoomLatency) return false;
    bool due = false;
    for (const auto& beats : accepted_) {
      if (beats.empty() || (!whole_ && beats.front().core != open_core_)) continue;
      if (!fits(beats.front(), known_.front())) return false;
      if (beats.front().accepted + kLongest <= this->cycles()) due = true;
    }
    return due;
  }

  void check_grant() {
    auto& dut = this->dut();
    if (!dut.grant_valid_o) {
      if (beat_is_due()) this->fail("a beat waits although its ids fit");
      return;
    }
    if (dut.grant_core_o >= Sizes.cores) return this->fail("a grant to no core");
    auto& accepted = accepted_[dut.grant_core_o / kClusterCores];
    if (accepted.empty()) return this->fail("a grant without a request");
    const Beat beat = accepted.front();
    accepted.pop_front();
    if (beat.accepted + kShortest > this->cycles()) this->fail("granted early");
    if (!whole_ && beat.core != open_core_) this->fail("a beat of another request between two beats");
    open_core_ = beat.core;
    this->expect("the next row of a request", beat.row, whole_ ? 0 : row_ + 1);
    row_ = beat.row;
    if (!fits(beat, {retired_, everywhere_})) this->fail("more ids than there is room for");
    this->expect("grant_core_o", dut.grant_core_o, beat.core);
    this->expect("grant_row_o", dut.grant_row_o, beat.row);
    this->expect("grant_last_o", dut.grant_last_o, beat.row + 1 == kRows);
    if (beat.row == 0) {
      last_latency_ = this->cycles() - beat.offered;
      position_ = next_position_;
      next_position_ += beat.request.lanes;
    }
    this->expect("grant_position_o", dut.grant_position_o, position_ & kPositionMask);
    of_row(beat.row, [&](unsigned p, unsigned place) {
      this->expect("grant_cids_o", element(dut.grant_cids_o, place, Sizes.id_bits), next_[p] & kIdMask);
      next_[p] += beat.request.counts[p];
    });
    ++grants_;
    whole_ = beat.row + 1 == kRows;
    if (!whole_) return;
    most_passed_ = std::max(most_passed_, granted_requests_ - beat.request.since);
    ++granted_requests_;
    boundaries_.push_back({next_position_, next_});
  }

  /// The cut is the state that the grants before this cycle have left, and whole; it is published when all
  /// partitions have retired to it. Called before the cycle's grant is noted.
  void check_cut() {
    auto& dut = this->dut();
    const std::uint64_t now = this->cycles();
    if (dut.cut_valid_o) {
      if (open_) this->fail("a cut before the last one is published");
      if (!whole_) this->fail("a cut inside of a request");
      if (cut_position_ == next_position_) this->fail("a cut without news");
      open_ = true;
      cut_position_ = next_position_;
      cut_ids_ = next_;
      // A pointer of this cycle is seen in the next one.
      reached_at_ = now + (known_.empty() || !reached(known_.back().retired, cut_ids_) ? 3 : 2);
      ++cuts_;
      due_ = 0;
    }
    this->expect("cut_position_o", dut.cut_position_o, cut_position_ & kPositionMask);
    if (open_) {
      for (unsigned p = 0; p < Sizes.partitions; ++p)
        this->expect("cut_cids_o", element(dut.cut_cids_o, p, Sizes.id_bits), cut_ids_[p] & kIdMask);
      if (!reached(retired_, cut_ids_))
        reached_at_ = now + 4;  // three cycles after the next one, at the earliest
    }
    // Two cycles in which a cut can be taken: it has been in the third.
    due_ = !open_ && whole_ && cut_position_ != next_position_ ? due_ + 1 : 0;
    if (due_ > 2) this->fail("no cut is taken");

    everywhere_ += (dut.retired_everywhere_o - everywhere_) & kPositionMask;
    while (!boundaries_.empty() && reached(retired_, boundaries_.front().ids)) {
      oldest_ = boundaries_.front().position;
      boundaries_.pop_front();
    }
    if (everywhere_ > oldest_) this->fail("retired_everywhere_o is ahead of a partition");
    if (open_ && everywhere_ == cut_position_) open_ = false;
    if (open_ && now >= reached_at_) this->fail("retired_everywhere_o is late");
    if (!open_) this->expect("retired_everywhere_o", everywhere_, cut_position_);
  }
  static bool reached(const Ids& retired, const Ids& ids) {
    for (unsigned p = 0; p < Sizes.partitions; ++p) {
      if (retired[p] < ids[p]) return false;
    }
    return true;
  }

  struct Boundary {
    std::uint64_t position;
    Ids ids;
  };

  std::array<Request, Sizes.cores> requests_{};
  std::array<bool, Sizes.cores> offered_{};  ///< the core's beat is offered and not accepted
  std::array<std::uint64_t, Sizes.cores> offered_at_{};
  unsigned open_core_ = 0, row_ = 0;                  ///< of the last granted beat
  std::array<std::deque<Beat>, kClusters> accepted_;  ///< beats that are not granted
  Ids next_{}, retired_{};
  std::array<bool, Sizes.partitions> moved_{};
  std::uint64_t next_position_ = 0, position_ = 0, everywhere_ = 0;
  std::uint64_t oldest_ = 0;          ///< every older position has retired everywhere
  std::deque<Boundary> boundaries_;   ///< after each granted request that has not retired everywhere
  std::deque<Known> known_;           ///< after each of the last cycles
  bool whole_ = true, open_ = false;  ///< no request is granted in part; a cut is not published
  std::uint64_t cut_position_ = 0, reached_at_ = 0;
  Ids cut_ids_{};
  unsigned due_ = 0;  ///< cycles for which a cut could be taken
  std::uint64_t grants_ = 0, granted_requests_ = 0, cuts_ = 0, most_passed_ = 0, last_latency_ = 0;
};

/// A warp that touches some of the partitions, or none, with some of its lanes.
template <PartitionVendorSizes Sizes>
auto random_counts(Rng& rng, unsigned lanes) {
  std::array<unsigned, Sizes.partitions> counts{};
  const std::uint64_t sparse = 1 + below(rng, 4);
  for (unsigned& count : counts)
    if (one_in(rng, sparse)) count = static_cast<unsigned>(below(rng, lanes + 1));
  return counts;
}

/// Random requests, gaps between beats, retirement and idleness.
template <typename Model, PartitionVendorSizes Sizes>
void run_random(PartitionVendorBench<Model, Sizes>& bench, std::uint64_t cycles, Rng& rng) {
  StallStream requests(rng), beats(rng), retirement(rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    for (unsigned core = 0; core < Sizes.cores; ++core) {
      bench.hold(core, !beats.go());
      if (bench.waiting(core) || !requests.go()) continue;
      const unsigned lanes = 1 + static_cast<unsigned>(below(rng, Sizes.max_count));
      bench.request(core, lanes, random_counts<Sizes>(rng, lanes));
    }
    for (unsigned p = 0; p < Sizes.partitions; ++p) {
      if (bench.alive(p) == 0 || !retirement.go()) continue;
      bench.retire(
          p, one_in(rng, 8) ? bench.alive(p) : 1 + below(rng, std::min<std::uint64_t>(bench.alive(p), 64)));
    }
    bench.cycle();
  }
}

}  // namespace gputm::tb
