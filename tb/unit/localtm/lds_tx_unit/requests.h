// Requests to a small unit one after the other, and the time of each at rest.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "checked_lds.h"
#include "unit_sizes.h"

namespace gputm::tb {

/// Requests one after the other, each to its answer.
class Requests {
 public:
  explicit Requests(tm::LdsTransactionUnit& unit) : unit_(unit) {}
  /// Words of the lanes in `exec`, in their order.
  tm::LdsResponse access(unsigned wavefront, tm::LdsOp op, LaneMask exec, const std::vector<unsigned>& words,
                         Word data = 0) {
    tm::LdsRequest request{.wavefront = wavefront, .op = op, .exec = exec};
    auto word = words.begin();
    for_each_lane(exec, [&](unsigned lane) {
      request.address[lane] = 4 * *word++;
      request.data[lane] = data;
    });
    return run(request);
  }
  tm::LdsResponse begin(unsigned wavefront, LaneMask exec) {
    return run({.wavefront = wavefront, .op = tm::LdsOp::kBegin, .exec = exec});
  }
  tm::LdsResponse commit(unsigned wavefront) {
    return run({.wavefront = wavefront, .op = tm::LdsOp::kCommit});
  }
  tm::LdsResponse run(const tm::LdsRequest& request) {
    unit_.request(request);
    for (cycles_ = 0; unit_.response() == nullptr && cycles_ < 1000; ++cycles_) unit_.tick();
    EXPECT_LT(cycles_, 1000u) << "no answer";
    const tm::LdsResponse response = *unit_.response();
    unit_.pop_response();
    return response;
  }
  /// Ticks from the last request to its answer.
  unsigned cycles() const { return cycles_; }
  void settle() {
    for (int i = 0; i < 30; ++i) unit_.tick();
  }

 private:
  tm::LdsTransactionUnit& unit_;
  unsigned cycles_ = 0;
};

template <typename Model>
class Ports : public Requests {
 public:
  explicit Ports(const engines::localtm::BankOptions& options = {}, unsigned groups = 1)
      : Requests(checked_), checked_(small_unit(options, groups), nullptr) {}
  CheckedLds<Model>& unit() { return checked_; }

 private:
  CheckedLds<Model> checked_;
};

// The formulas of docs/localtm/README.md, at rest: from the request to its answer.
template <typename Model, bool kPaper>
void check_latencies() {
  Ports<Model> lds({.paper = kPaper});
  lds.unit().allocate(0, 0, 28, true);
  const unsigned one = 4;  // one pass of one cycle
  // Cycles that an access waits for a walk of `walk` cycles, `over` of which have passed.
  const auto wait = [](unsigned walk, unsigned over) { return walk > over ? walk - over : 0; };
  const auto extra = [&](unsigned cycles) { return one + (kPaper ? cycles - 1 : 0); };
  for (unsigned passes = 1; passes <= 4; ++passes) {
    lds.access(0, tm::LdsOp::kLoad, full_mask(passes), {0, 4, 8, 12});
    EXPECT_EQ(lds.cycles(), one + passes - 1);
  }
  lds.access(0, tm::LdsOp::kAdd, 1, {0});
  EXPECT_EQ(lds.cycles(), extra(2));
  lds.begin(0, 1);
  EXPECT_EQ(lds.cycles(), 2u);
  lds.access(0, tm::LdsOp::kLoad, 1, {0});
  EXPECT_EQ(lds.cycles(), extra(3)) << "new load";
  lds.access(0, tm::LdsOp::kLoad, 1, {0});
  EXPECT_EQ(lds.cycles(), extra(2)) << "repeated load";
  lds.access(0, tm::LdsOp::kStore, 1, {0});
  EXPECT_EQ(lds.cycles(), extra(3)) << "repeated store";
  lds.access(0, tm::LdsOp::kStore, 1, {4});
  EXPECT_EQ(lds.cycles(), extra(4)) << "new store";
  for (unsigned i = 2; i < 12; ++i) lds.access(0, tm::LdsOp::kStore, 1, {4 * i});
  for (unsigned n = 0; n <= 3; ++n) {
    const unsigned wavefront = 1 + n / 2;  // its third attempt would be serialized
    const unsigned rows = 3 * n;
    lds.begin(wavefront, 1);
    for (unsigned i = 0; i < rows; ++i) lds.access(wavefront, tm::LdsOp::kStore, 1, {13 + 4 * i});
    lds.settle();
    lds.access(wavefront, tm::LdsOp::kLoad, 1, {0});
    EXPECT_EQ(lds.cycles(), one + (rows == 0 ? 0 : 3)) << "conflict";
    // Meanwhile the banks restore; another wavefront's plain access to that bank waits for it.
    lds.access(3, tm::LdsOp::kLoad, 1, {1});
    EXPECT_EQ(lds.cycles(), one + wait(rows == 0 ? 0 : (kPaper ? 2 * rows : rows) + 1, 3))
        << rows << " rows to restore";
    lds.commit(wavefront);
  }
  lds.settle();
  lds.commit(0);
  EXPECT_EQ(lds.cycles(), 2u);
  lds.access(3, tm::LdsOp::kLoad, 1, {52});
  EXPECT_EQ(lds.cycles(), one + wait(12 + 1, 2)) << "12 rows to release";
}

}  // namespace gputm::tb
