// lds_request_slot against a request and its lanes that no pass has served yet.
#include <gtest/gtest.h>

#include <array>

#include "Vrequest_slot.h"
#include "Vrequest_slot_staged.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/localtm/common/struct_port.h"

namespace gputm::tb::lds_request_slot_test {
namespace {

constexpr unsigned kLanes = 4, kAll = (1u << kLanes) - 1;
constexpr std::size_t kFields = 7, kExec = 4;  // request_t
constexpr StructLayout<kFields> kRequest{{{{2}, {5}, {1}, {9}, {kLanes}, {16, kLanes}, {32, kLanes}}}};

using Request = std::array<std::array<std::uint32_t, kLanes>, kFields>;  ///< the elements of each field

template <typename Model, bool kStaged>
class RequestSlotBench : public ModuleBench<Model> {
 public:
  std::optional<std::string> run(std::uint64_t cycles) {
    auto& dut = this->dut();
    dut.req_valid_i = dut.pass_i = dut.fills_i = 0;
    this->reset();
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) cycle();
    return this->failure();
  }
  /// Requests taken in the cycle of their predecessor's last pass, and requests served at the port.
  std::uint64_t followed() const { return followed_; }
  std::uint64_t never_held() const { return never_held_; }

 private:
  Request random_request() {
    Request request{};
    for (std::size_t field = 0; field < kFields; ++field)
      for (unsigned i = 0; i < kRequest.fields[field].elements; ++i)
        request[field][i] = static_cast<std::uint32_t>(rng_() & ((1ull << kRequest.fields[field].width) - 1));
    return request;
  }
  unsigned some(unsigned lanes) { return lanes & static_cast<unsigned>(rng_()); }

  void cycle() {
    auto& dut = this->dut();
    if (!offered_) request_ = random_request();
    offered_ = offered_ || offers_.go();
    dut.req_valid_i = offered_;
    for (std::size_t field = 0; field < kFields; ++field)
      for (unsigned i = 0; i < kRequest.fields[field].elements; ++i)
        kRequest.set(dut.req_i, field, request_[field][i], i);
    const bool fills = fills_.go();
    dut.fills_i = fills;

    // A pass of the remaining lanes, of those at the port, or of another register's
    const bool here = held_ && one_in(rng_, 2);
    const bool port = !kStaged && !held_ && one_in(rng_, 2);
    const unsigned offered_lanes = here ? (*held_)[kExec][0] : request_[kExec][0];
    const unsigned served = one_in(rng_, 3) ? offered_lanes : some(offered_lanes);
    const bool ends = (offered_lanes & ~served) == 0;
    const bool pass = passes_.go();
    dut.pass_i = pass;
    dut.pass_here_i = here;
    dut.pass_ends_i = here ? ends : one_in(rng_, 2);
    dut.pass_port_i = port;
    dut.pass_port_ends_i = port ? ends : one_in(rng_, 2);
    drive(dut.pass_lanes_i, served);
    // A request with lost lanes is not served at the port.
    const unsigned lost = one_in(rng_, 4) ? some(kAll) : 0, req_lost = port ? 0 : some(kAll);
    drive(dut.lost_i, lost);
    drive(dut.req_lost_i, req_lost);
    this->settle();

    const bool left = held_ && !(pass && here && ends);
    const bool takes = fills && !(kStaged ? held_.has_value() : left);
    const bool stays = offered_ && takes && !(pass && port && ends);
    this->expect("valid", dut.valid_o, held_.has_value());
    this->expect("left", dut.left_o, left);
    this->expect("loads", dut.loads_o, takes);
    this->expect("valid next", dut.valid_next_o, left || stays);
    if (held_) expect_held();
    this->tick();
    followed_ += held_ && !left && stays;
    never_held_ += offered_ && takes && !stays;
    if (held_) (*held_)[kExec][0] &= ~(lost | (pass && here ? served : 0));
    if (!left) held_.reset();
    if (stays) {
      held_ = request_;
      (*held_)[kExec][0] &= ~(pass && port ? served : req_lost);
    }
    if (takes) offered_ = false;
  }

  void expect_held() {
    for (std::size_t field = 0; field < kFields; ++field)
      for (unsigned i = 0; i < kRequest.fields[field].elements; ++i)
        this->expect("a field of the request", kRequest.get(this->dut().request_o, field, i),
                     (*held_)[field][i]);
  }

  Rng rng_ = seeded_rng(92);
  StallStream offers_{rng_}, fills_{rng_}, passes_{rng_};
  bool offered_ = false;
  Request request_{};            ///< request at the port
  std::optional<Request> held_;  ///< exec: its remaining lanes
  std::uint64_t followed_ = 0, never_held_ = 0;
};

TEST(LdsRequestSlot, TakesARequestWithTheLastPass) {
  RequestSlotBench<Vrequest_slot, false> bench;
  EXPECT_EQ(bench.run(run_length(20000)), std::nullopt);
  EXPECT_GT(bench.followed(), 100u);
  EXPECT_GT(bench.never_held(), 100u);
}

TEST(LdsRequestSlot, TakesARequestBehindTheLastPass) {
  RequestSlotBench<Vrequest_slot_staged, true> bench;
  EXPECT_EQ(bench.run(run_length(20000)), std::nullopt);
  EXPECT_EQ(bench.followed(), 0u);
}

}  // namespace
}  // namespace gputm::tb::lds_request_slot_test
