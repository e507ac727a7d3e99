// lds_issue against the passes of one request after the other: the issued pass, its cycle, and the accepted
// requests; with and without the registers for a higher clock.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <tuple>

#include "Vissue.h"
#include "Vissue_staged.h"
#include "Vissue_staged_whole.h"
#include "Vissue_whole.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/localtm/common/struct_port.h"

namespace gputm::tb::lds_issue_test {
namespace {

constexpr unsigned kLanes = 8, kBanks = 4, kWavefronts = 4, kRows = 8;

// Ports that are structs
constexpr StructLayout<7> kRequest{{{{2}, {5}, {1}, {3}, {kLanes}, {16, kLanes}, {32, kLanes}}}};
enum RequestField { kReqWavefront, kReqOp, kReqTx, kReqBase, kReqExec, kReqAddr, kReqData };
constexpr StructLayout<3> kWalk{{{{2}, {2}, {kLanes}}}};
enum WalkField { kWalkKind, kWalkWavefront, kWalkLanes };
constexpr StructLayout<5> kIssue{{{{1}, {2}, {kLanes}, {5}, {1}}}};
enum IssueField { kIssueIsWalk, kIssueWavefront, kIssueLanes, kIssueOp, kIssueTx };
template <unsigned kPassLanes>
constexpr StructLayout<3> kRoute{{{{1}, {1}, {2, kPassLanes}}}};
enum RouteField { kRouteLast, kRoutePosted, kRouteBank };

struct Request {
  unsigned wavefront = 0, op = 0, tx = 0, base = 0, left = 0;
  std::array<unsigned, kLanes> address{}, data{};
};

struct Issued {
  bool walk = false, last = false;
  unsigned wavefront = 0, lanes = 0;
  unsigned kind = 0;  // kind of a walk; the other fields are of a pass
  unsigned op = 0, tx = 0;
  std::array<std::optional<unsigned>, kBanks> lane_of_bank{};
  std::array<unsigned, kBanks> row{}, data{}, bytes{};
  std::array<unsigned, kLanes> bank{};
};

constexpr unsigned kAbort = 2;  // kind of a walk
constexpr unsigned kLoad = 0, kStore = 1, kStoreByte = 11, kStoreHalf = 12;

/// A bank's store data, and the bytes of the word that it writes: the lowest ones of the data, anywhere in
/// the word if fewer than four.
std::pair<unsigned, unsigned> stored(unsigned op, unsigned address, unsigned data) {
  if (op == kStoreByte) return {(data & 0xff) * 0x01010101, 1u << address % 4};
  if (op == kStoreHalf) return {(data & 0xffff) * 0x00010001, 3u << address % 4};
  return {data, 15};
}

/// Removes the pass's lanes from the request.
Issued finished(Request& request, Issued pass) {
  for (unsigned lane = 0; lane < kLanes; ++lane) pass.bank[lane] = request.address[lane] / 4 % kBanks;
  request.left &= ~pass.lanes;
  pass.last = request.left == 0;
  return pass;
}

/// The next pass of a load outside of transactions: each column has its lowest lane at its bank. The lowest
/// column's word is read for all lanes that have it and are at the bank, or behind a lane that is served.
template <unsigned kPassLanes>
Issued next_load(Request& request) {
  Issued pass{.wavefront = request.wavefront, .op = request.op};
  std::array<std::optional<unsigned>, kPassLanes> front;
  for (unsigned lane = kLanes; lane-- > 0;)
    if ((request.left >> lane & 1) != 0) front[lane % kPassLanes] = lane;
  for (unsigned column = 0; column < kPassLanes; ++column) {
    if (!front[column]) continue;
    const unsigned address = request.address[*front[column]], bank = address / 4 % kBanks;
    if (!pass.lane_of_bank[bank]) pass.lane_of_bank[bank] = *front[column];
    if (request.address[*pass.lane_of_bank[bank]] != address) continue;
    pass.row[bank] = (request.base + address / 4 / kBanks) % kRows;
    for (unsigned lane = column; lane < kLanes; lane += kPassLanes)
      if ((request.left >> lane & 1) != 0 && request.address[lane] == address) pass.lanes |= 1u << lane;
  }
  return finished(request, pass);
}

/// The next pass: the lowest lane of each bank, in the lowest part with lanes left. Outside of transactions,
/// the highest lane that stores to a bank, and all that store to the same word.
template <unsigned kPassLanes>
Issued next_pass(Request& request) {
  if (request.tx == 0 && request.op == kLoad) return next_load<kPassLanes>(request);
  Issued pass{.wavefront = request.wavefront, .op = request.op, .tx = request.tx};
  constexpr unsigned kAll = (1u << kPassLanes) - 1;
  unsigned part = 0;
  while (part < kLanes / kPassLanes && (request.left >> part * kPassLanes & kAll) == 0) ++part;
  part %= kLanes / kPassLanes;  // no lanes are left
  const bool is_store = request.op == kStore || request.op == kStoreByte || request.op == kStoreHalf;
  const bool stores = request.tx == 0 && is_store;
  if (is_store) pass.op = kStore;
  for (unsigned i = 0; i < kPassLanes; ++i) {
    const unsigned lane = part * kPassLanes + (stores ? kPassLanes - 1 - i : i);
    const unsigned word = request.address[lane] / 4, bank = word % kBanks;
    if ((request.left >> lane & 1) == 0) continue;
    if (pass.lane_of_bank[bank]) {
      if (stores && request.address[*pass.lane_of_bank[bank]] == request.address[lane])
        pass.lanes |= 1u << lane;
      continue;
    }
    pass.lane_of_bank[bank] = lane;
    pass.row[bank] = (request.base + word / kBanks) % kRows;
    std::tie(pass.data[bank], pass.bytes[bank]) =
        stored(request.op, request.address[lane], request.data[lane]);
    pass.lanes |= 1u << lane;
  }
  return finished(request, pass);
}

template <unsigned kPassLanes, typename Model>
void check_issued(ModuleBench<Model>& bench, const Issued& issued) {
  auto& dut = bench.dut();
  const auto field = [&](IssueField name) { return kIssue.get(dut.issue_o, name); };
  const auto route = [&](RouteField name) { return kRoute<kPassLanes>.get(dut.issue_route_o, name); };
  bench.expect("walk", field(kIssueIsWalk), issued.walk);
  if (issued.walk) {
    bench.expect("kind", kWalk.get(dut.issue_walk_o, kWalkKind), issued.kind);
    bench.expect("wavefront of a walk", kWalk.get(dut.issue_walk_o, kWalkWavefront), issued.wavefront);
    bench.expect("lanes of a walk", kWalk.get(dut.issue_walk_o, kWalkLanes), issued.lanes);
    bench.expect("other walk", dut.issue_other_walk_o, dut.issue_walk_o);
    bench.expect("banks of a walk", dut.issue_bank_valid_o, 15);
    return;
  }
  bench.expect("wavefront", field(kIssueWavefront), issued.wavefront);
  bench.expect("lanes", field(kIssueLanes), issued.lanes);
  bench.expect("op", field(kIssueOp), issued.op);
  bench.expect("tx", field(kIssueTx), issued.tx);
  bench.expect("last", route(kRouteLast), issued.last);
  bench.expect("posted", route(kRoutePosted), issued.tx == 0 && issued.op == kStore);
  for (unsigned bank = 0; bank < kBanks; ++bank) {
    const auto lane = issued.lane_of_bank[bank];
    bench.expect("bank valid", dut.issue_bank_valid_o >> bank & 1, lane.has_value());
    if (!lane) continue;
    bench.expect("row", element(dut.issue_row_o, bank, 3), issued.row[bank]);
    if (issued.tx == 0 && issued.op == kLoad) continue;  // a load's wavefront and data are irrelevant
    bench.expect("lane", element(dut.issue_bank_lane_o, bank, 3), *lane);
    bench.expect("data", element(dut.issue_data_o, bank, 32), issued.data[bank]);
    bench.expect("bytes", element(dut.issue_bytes_o, bank, 4), issued.bytes[bank]);
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if ((issued.lanes >> lane & 1) != 0)
      bench.expect("bank", kRoute<kPassLanes>.get(dut.issue_route_o, kRouteBank, lane % kPassLanes),
                   issued.bank[lane]);
  }
}

template <typename Model>
Request random_request(Model& dut, Rng& rng) {
  Request request{.wavefront = static_cast<unsigned>(below(rng, kWavefronts)),
                  .op = static_cast<unsigned>(one_in(rng, 2) ? below(rng, 2) : below(rng, 13)),
                  .tx = static_cast<unsigned>(below(rng, 2)),
                  .base = static_cast<unsigned>(below(rng, kRows)),
                  .left = static_cast<unsigned>(below(rng, 1u << kLanes))};
  const bool one_bank = one_in(rng, 3);
  const unsigned words = one_in(rng, 2) ? 32 : 2;  // fewer words: more lanes with equal addresses
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    request.address[lane] = 4 * static_cast<unsigned>(below(rng, words)) * (one_bank ? kBanks : 1) & 0x7fu;
    if (request.op == kStoreByte) request.address[lane] += static_cast<unsigned>(below(rng, 4));
    if (request.op == kStoreHalf) request.address[lane] += 2 * static_cast<unsigned>(below(rng, 2));
    request.data[lane] = static_cast<unsigned>(rng());
    kRequest.set(dut.req_i, kReqAddr, request.address[lane], lane);
    kRequest.set(dut.req_i, kReqData, request.data[lane], lane);
  }
  kRequest.set(dut.req_i, kReqWavefront, request.wavefront);
  kRequest.set(dut.req_i, kReqOp, request.op);
  kRequest.set(dut.req_i, kReqTx, request.tx);
  kRequest.set(dut.req_i, kReqBase, request.base);
  kRequest.set(dut.req_i, kReqExec, request.left);
  return request;
}

std::optional<Issued> take_front(std::deque<Issued>& queue) {
  if (queue.empty()) return std::nullopt;
  const Issued front = queue.front();
  queue.pop_front();
  return front;
}

template <typename Model, bool kStaged, unsigned kPassLanes = 4>
std::optional<std::string> run_issue(std::uint64_t cycles) {
  constexpr unsigned kSlots = kStaged ? 2 : 1;  // request registers
  Rng rng = seeded_rng(70);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  dut.req_valid_i = dut.walk_req_i = dut.issue_ready_i = 0;
  bench.reset();
  StallStream requests(rng), walks(rng), banks(rng);
  std::optional<Request> offered;  // at the port
  std::deque<Request> waiting;     // accepted, with lanes left
  unsigned slot = 0;               // slot of the first one
  bool aborts = false;             // an abort's walk was granted in the previous cycle
  const auto tcm_of = [&](const Request& request) { return element(dut.tcm_i, request.wavefront, kLanes); };
  std::optional<Issued> issued;
  std::deque<Issued> chosen;      // after the choice of lanes
  std::optional<Issued> crossed;  // in front of the crossbar
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    if (!offered && requests.go()) offered = random_request(dut, rng);
    dut.req_valid_i = offered.has_value();
    drive(dut.tcm_i, one_in(rng, 2) ? 0 : rng() & rng() & rng());
    unsigned masked = 0;
    for (unsigned w = 0; w < kWavefronts; ++w) masked |= (element(dut.tcm_i, w, kLanes) != 0) << w;
    drive(dut.masked_i, masked);
    dut.walk_req_i = one_in(rng, 4) && walks.go();
    kWalk.set(dut.walk_i, kWalkKind, static_cast<unsigned>(below(rng, 3)));
    kWalk.set(dut.walk_i, kWalkWavefront, static_cast<unsigned>(below(rng, kWavefronts)));
    kWalk.set(dut.walk_i, kWalkLanes, static_cast<unsigned>(below(rng, 1u << kLanes)));
    dut.issue_ready_i = banks.go();
    bench.settle();
    bench.expect("issue valid", dut.issue_valid_o, issued.has_value());
    if (issued) check_issued<kPassLanes>(bench, *issued);
    bench.expect("busy", dut.busy_o, issued || crossed || !chosen.empty() || !waiting.empty());
    const bool issue_free = !issued || dut.issue_ready_i;
    const bool free = kStaged ? chosen.size() < 2 : issue_free;
    const bool after_abort =
        std::exchange(aborts, free && dut.walk_req_i && kWalk.get(dut.walk_i, kWalkKind) == kAbort);
    bench.expect("walk granted", dut.walk_gnt_o, free);
    bench.expect("older", dut.older_o, !waiting.empty());
    if (issue_free) issued = std::exchange(crossed, std::nullopt);
    if (!crossed) crossed = take_front(chosen);
    // The pass is made of the offered request.
    const bool at_port =
        waiting.empty() && !kStaged && offered && (offered->tx == 0 || tcm_of(*offered) == 0);
    Request* const source = !waiting.empty() ? &waiting.front() : at_port ? &*offered : nullptr;
    const bool had_room = waiting.size() < kSlots;
    std::optional<Issued> made;
    bool served = false;  // all lanes served
    if (free && dut.walk_req_i) {
      made = Issued{.walk = true,
                    .wavefront = kWalk.get(dut.walk_i, kWalkWavefront),
                    .lanes = kWalk.get(dut.walk_i, kWalkLanes),
                    .kind = kWalk.get(dut.walk_i, kWalkKind)};
    } else if (free && !after_abort && source != nullptr) {
      made = next_pass<kPassLanes>(*source);
      served = made->last;
    }
    if (made) {
      if (kStaged) {
        chosen.push_back(*made);
      } else {
        issued = *made;
      }
    }
    if (served && !at_port) {
      waiting.pop_front();
      slot = (slot + 1) % kSlots;
    }
    unsigned left = 0;
    for (unsigned place = 0; place < waiting.size(); ++place) left |= 1u << (slot + place) % kSlots;
    bench.expect("left", dut.left_o, left);
    const bool ready = kStaged ? had_room : waiting.empty();
    bench.expect("request ready", dut.req_ready_o, ready);
    if (ready && offered && !(at_port && served)) waiting.push_back(*offered);
    for (Request& request : waiting) request.left &= ~(request.tx != 0 ? tcm_of(request) : 0);
    if (ready) offered.reset();
    bench.tick();
  }
  return bench.failure();
}

TEST(LdsIssue, IsTheModel) { EXPECT_EQ((run_issue<Vissue, false>(run_length(30000))), std::nullopt); }

TEST(LdsIssue, IsTheModelWithLanesThatAreComparedAtThePort) {
  EXPECT_EQ((run_issue<Vissue_whole, false, 8>(run_length(30000))), std::nullopt);
}

TEST(LdsIssue, IsTheModelWithThreeStagesMore) {
  EXPECT_EQ((run_issue<Vissue_staged, true>(run_length(30000))), std::nullopt);
}

TEST(LdsIssue, IsTheModelWithThreeStagesMoreAndLanesThatAreComparedAtThePort) {
  EXPECT_EQ((run_issue<Vissue_staged_whole, true, 8>(run_length(30000))), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::lds_issue_test
