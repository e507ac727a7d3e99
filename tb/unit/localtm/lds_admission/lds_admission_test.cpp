// lds_admission against the rules in words: random allocations and requests, every verdict compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "Vadmission.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "unit/localtm/common/struct_port.h"

namespace gputm::tb::lds_admission_test {
namespace {

constexpr unsigned kLanes = 4, kBanks = 4, kWavefronts = 4, kGroups = 2, kRows = 16, kTxRows = 8;
constexpr unsigned kStoreByte = 11, kStoreHalf = 12, kBegin = 13, kCommit = 14, kBarrier = 15,
                   kWithdraw = 16;  // below 13: memory

/// localtm_pkg::lds_error_e
enum Error { kNone, kUnaligned, kOutOfRange, kBarrierInTx, kCommitOutside, kPlainGroup, kTooLarge, kTooDeep };

// req_state_i
constexpr StructLayout<3> kState{{{{1}, {1}, {kLanes}}}};
enum StateField { kInTx, kDepthFull, kTcm };

struct Allocation {
  unsigned base = 0, rows = 0;
  bool transactional = false;
};

struct Request {
  unsigned wavefront = 0, op = 0, exec = 0, tcm = 0;
  bool in_tx = false, depth_full = false;
  std::array<unsigned, kLanes> address{};
};

Error verdict(const Request& request, const Allocation& allocation) {
  if (request.op == kBarrier) return request.in_tx ? kBarrierInTx : kNone;
  if (request.op == kCommit || request.op == kWithdraw) return request.in_tx ? kNone : kCommitOutside;
  if (request.op == kBegin) {
    if (!allocation.transactional) return kPlainGroup;
    return request.depth_full ? kTooDeep : kNone;
  }
  const unsigned bytes = request.op == kStoreByte ? 1 : request.op == kStoreHalf ? 2 : 4;
  bool unaligned = false, outside = false;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool active = (request.exec >> lane & 1) != 0 && !(request.in_tx && (request.tcm >> lane & 1) != 0);
    unaligned = unaligned || (active && request.address[lane] % bytes != 0);
    outside = outside || (active && request.address[lane] >= allocation.rows * kBanks * 4);
  }
  return unaligned ? kUnaligned : outside ? kOutOfRange : kNone;
}

template <typename Model>
class AdmissionBench : public ModuleBench<Model> {
 public:
  std::optional<std::string> run(std::uint64_t cycles) {
    this->dut().alloc_valid_i = 0;
    this->reset();
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      const Request request = random_request();
      drive_request(request);
      allocate();
      this->settle();
      const Allocation& allocation = allocations_[request.wavefront / (kWavefronts / kGroups)];
      const Error expected = verdict(request, allocation);
      this->expect("error", this->dut().req_error_o, expected);
      if (request.op >= kBegin) this->expect("control error", this->dut().req_control_error_o, expected);
      this->expect("base", this->dut().req_base_o, allocation.base);
      this->expect("error of the allocation", this->dut().alloc_error_o, next_error_);
      ++seen_[expected];
      ++seen_[next_error_];
      if (this->dut().alloc_valid_i) allocations_[this->dut().alloc_group_i] = next_;
      this->tick();
    }
    return this->failure();
  }
  /// Occurrences of the rarest verdict.
  std::uint64_t rarest() const { return *std::ranges::min_element(seen_); }

 private:
  unsigned rnd(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  /// Sometimes offers an allocation, which is used from the next cycle on.
  void allocate() {
    auto& dut = this->dut();
    dut.alloc_valid_i = one_in(rng_, 8);
    next_ = {rnd(kRows), rnd(kRows + 1), one_in(rng_, 2)};
    if (one_in(rng_, 4)) next_.base = 0;
    drive(dut.alloc_group_i, rnd(kGroups));
    drive(dut.alloc_base_i, next_.base);
    drive(dut.alloc_rows_i, next_.rows);
    dut.alloc_transactional_i = next_.transactional;
    next_error_ = kNone;
    if (!dut.alloc_valid_i || next_.base + next_.rows <= (next_.transactional ? kTxRows : kRows)) return;
    next_error_ = kTooLarge;
    next_ = {next_.base, 0, false};
  }

  Request random_request() {
    Request request{.wavefront = rnd(kWavefronts), .exec = rnd(1u << kLanes), .tcm = rnd(1u << kLanes)};
    request.op = one_in(rng_, 2) ? rnd(13) : kBegin + rnd(4);
    request.in_tx = one_in(rng_, 2);
    request.depth_full = one_in(rng_, 4);
    const unsigned bytes = 4 * kBanks * (1 + rnd(kRows));
    for (unsigned& address : request.address) address = (one_in(rng_, 16) ? rnd(1u << 16) : rnd(bytes)) & ~3u;
    if (one_in(rng_, 4)) request.address[rnd(kLanes)] |= 1 + rnd(3);
    return request;
  }

  void drive_request(const Request& request) {
    auto& dut = this->dut();
    drive(dut.req_wavefront_i, request.wavefront);
    drive(dut.req_op_i, request.op);
    drive(dut.req_exec_i, request.exec);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      set_element(dut.req_addr_i, lane, 16, request.address[lane]);
    kState.set(dut.req_state_i, kInTx, request.in_tx);
    kState.set(dut.req_state_i, kDepthFull, request.depth_full);
    kState.set(dut.req_state_i, kTcm, request.tcm);
  }

  Rng rng_ = seeded_rng(72);
  std::array<Allocation, kGroups> allocations_{};
  Allocation next_;
  Error next_error_ = kNone;
  std::array<std::uint64_t, 8> seen_{};  // occurrences, by verdict
};

TEST(LdsAdmission, IsTheRules) {
  AdmissionBench<Vadmission> bench;
  EXPECT_EQ(bench.run(run_length(50000)), std::nullopt);
  EXPECT_GT(bench.rarest(), 100u);
}

}  // namespace
}  // namespace gputm::tb::lds_admission_test
