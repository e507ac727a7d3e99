// Rates, speed-ups and commit ratios of the transactional local memory, for make bench.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "app/lds/lds_runner.h"
#include "engines/localtm/lds_unit_rtl.h"
#include "lds/workloads.h"

namespace gputm {
namespace {

using engines::localtm::BankOptions;

/// Requests of four wavefronts as fast as the unit takes them; cycles a pass in the steady state.
double accesses_per_cycle(const BankOptions& options, tm::LdsOp op, bool transactional) {
  const auto unit = engines::localtm::make_lds_unit(options);
  const tm::LdsSizes& sizes = unit->sizes();
  unit->allocate(0, 0, sizes.tx_rows, true);
  unsigned asked = 0, answered = 0, first_counted = 0;
  Cycle now = 0, start = 0;
  std::uint64_t waiting = 0;
  // Bit w * 2 + half of each filter belongs to a half of wavefront w, so that nothing conflicts.
  const unsigned requests = sizes.tx_rows / 8 * sizes.wavefronts;
  const auto ask = [&](const tm::LdsRequest& request) {
    unit->request(request);
    waiting |= std::uint64_t{1} << request.wavefront;
  };
  const auto tick = [&] {
    unit->tick();
    ++now;
    if (unit->response() == nullptr) return false;
    waiting &= ~(std::uint64_t{1} << unit->response()->wavefront);
    unit->pop_response();
    return true;
  };
  if (transactional) {
    for (unsigned w = 0; w < sizes.wavefronts; ++w) {
      ask({.wavefront = w, .op = tm::LdsOp::kBegin, .exec = full_mask(sizes.lanes)});
      while (!tick()) {
      }
    }
  }
  constexpr unsigned kWarmUp = 8;
  while (answered < requests) {
    const unsigned w = asked % sizes.wavefronts;
    if (asked < requests && unit->can_request() && !((waiting >> w) & 1)) {
      tm::LdsRequest request{.wavefront = w, .op = op, .exec = full_mask(sizes.lanes)};
      for (unsigned lane = 0; lane < sizes.lanes; ++lane) {
        const unsigned row = asked / sizes.wavefronts * 8 + 2 * w + lane / sizes.banks;
        request.address[lane] = row * sizes.row_bytes() + lane % sizes.banks * 4;
      }
      ask(request);
      ++asked;
    }
    if (!tick()) continue;
    if (++answered == kWarmUp) {
      start = now;
      first_counted = answered;
    }
    // The last requests have nobody behind them.
    if (answered == requests - kWarmUp) {
      return static_cast<double>(answered - first_counted) * (sizes.lanes / sizes.banks) /
             static_cast<double>(now - start);
    }
  }
  return 0;
}

/// How long an access to a bank waits for the restore of n rows there.
Cycle restore_wait(unsigned rows) {
  const auto unit = engines::localtm::make_lds_unit(BankOptions{});
  const tm::LdsSizes& sizes = unit->sizes();
  unit->allocate(0, 0, sizes.tx_rows, true);
  const auto run = [&](const tm::LdsRequest& request) {
    unit->request(request);
    Cycle cycles = 0;
    for (; unit->response() == nullptr; ++cycles) unit->tick();
    unit->pop_response();
    return cycles;
  };
  const auto access = [&](unsigned wavefront, tm::LdsOp op, unsigned row, unsigned bank) {
    tm::LdsRequest request{.wavefront = wavefront, .op = op, .exec = 1};
    request.address[0] = row * sizes.row_bytes() + 4 * bank;
    return run(request);
  };
  run({.wavefront = 1, .op = tm::LdsOp::kBegin, .exec = 1});
  access(1, tm::LdsOp::kStore, 0, 1);
  run({.wavefront = 0, .op = tm::LdsOp::kBegin, .exec = 1});
  for (unsigned row = 0; row < rows; ++row) access(0, tm::LdsOp::kStore, row, 0);
  access(0, tm::LdsOp::kLoad, 0, 1);  // conflicts
  return access(2, tm::LdsOp::kLoad, 250, 0);
}

/// Passes everything on, and adds up what the trace would take at least: the cycles of the busiest bank by
/// the documented formulas, and the latencies at rest of the longest wavefront.
class LowerBound final : public tm::LdsTransactionUnit {
 public:
  explicit LowerBound(tm::LdsTransactionUnit& unit)
      : unit_(unit), banks_(unit.sizes().banks), wavefronts_(unit.sizes().wavefronts) {}

  const tm::LdsSizes& sizes() const override { return unit_.sizes(); }
  tm::LdsError allocate(unsigned group, unsigned base_row, unsigned rows, bool transactional) override {
    return unit_.allocate(group, base_row, rows, transactional);
  }
  bool can_request() const override { return unit_.can_request(); }
  void request(const tm::LdsRequest& request) override {
    wavefronts_[request.wavefront].request = request;
    unit_.request(request);
  }
  const tm::LdsResponse* response() const override { return unit_.response(); }
  void pop_response() override {
    account(*unit_.response());
    unit_.pop_response();
  }
  void tick() override { unit_.tick(); }
  bool busy() const override { return unit_.busy(); }

  Cycle cycles() const {
    Cycle bound = *std::max_element(banks_.begin(), banks_.end());
    for (const Wavefront& w : wavefronts_) bound = std::max(bound, w.latency);
    return bound;
  }
  void start() {
    std::fill(banks_.begin(), banks_.end(), 0);
    for (Wavefront& w : wavefronts_) w.latency = 0;
  }

 private:
  struct Wavefront {
    tm::LdsRequest request;
    LaneMask tcm = 0;
    LaneMask attempt = 0;
    Cycle latency = 0;
    std::map<unsigned, std::set<unsigned>> owned;  ///< by lane: words
  };

  void account(const tm::LdsResponse& response) {
    Wavefront& w = wavefronts_[response.wavefront];
    if (tm::is_memory(w.request.op)) {
      account_access(w, response);
    } else {
      w.latency += 5;
      if (response.outcome == tm::TxOutcome::kEnter)
        w.attempt = response.exec & ~response.tcm;
      else
        walk(w, w.attempt & ~response.tcm);
    }
    w.tcm = response.outcome == tm::TxOutcome::kExit ? 0 : response.tcm;
    if (w.request.op == tm::LdsOp::kCommit) w.tcm = 0;
  }

  void account_access(Wavefront& w, const tm::LdsResponse& response) {
    std::array<std::array<unsigned, 64>, 2> lanes{};
    for_each_lane(w.request.exec & ~w.tcm, [&](unsigned lane) {
      const unsigned word = w.request.address[lane] / 4;
      const unsigned bank = word % sizes().banks;
      ++banks_[bank];
      ++lanes[lane / sizes().pass_lanes][bank];
      if (w.attempt != 0 && !((response.conflicts >> lane) & 1)) w.owned[lane].insert(word);
    });
    w.latency += 5;
    for (const auto& part : lanes) w.latency += *std::max_element(part.begin(), part.end());
    walk(w, response.conflicts);
  }

  void walk(Wavefront& w, LaneMask walked) {
    if (walked == 0) return;
    std::vector<unsigned> rows(banks_.size());
    for_each_lane(walked, [&](unsigned lane) {
      for (const unsigned word : w.owned[lane]) ++rows[word % sizes().banks];
      w.owned[lane].clear();
    });
    for (std::size_t bank = 0; bank < rows.size(); ++bank)
      banks_[bank] += rows[bank] == 0 ? 1 : rows[bank] + 2;
  }

  tm::LdsTransactionUnit& unit_;
  std::vector<Cycle> banks_;
  std::vector<Wavefront> wavefronts_;
};

double over_bound(const char* name) {
  const auto unit = app::make_lds_system("pipelined");
  LowerBound bound(*unit);
  bound.allocate(0, 0, bound.sizes().tx_rows, true);
  const lds::Workload workload = lds::make_workload(name, bound.sizes(), 1);
  lds::Driver driver(bound, 0, workload.program, {.instruction_cycles = 0});
  driver.write_memory(workload.memory);
  bound.start();
  driver.run();
  return static_cast<double>(driver.counts().cycles) / static_cast<double>(bound.cycles());
}

app::LdsReport run(const std::string& workload, const std::string& system, std::uint64_t seed = 1) {
  const app::LdsReport report = app::run_lds({.workload = workload, .system = system, .seed = seed});
  if (!report.passed()) throw Error(workload + " on " + system + ": " + report.check + ", " + report.history);
  return report;
}

void print(const char* key, double value) { std::cout << nlohmann::json{{key, value}}.dump() << '\n'; }

void measure() {
  using tm::LdsOp;
  print("lds_paper_load_per_cycle", accesses_per_cycle({.paper = true}, LdsOp::kLoad, true));
  print("lds_paper_store_per_cycle", accesses_per_cycle({.paper = true}, LdsOp::kStore, true));
  print("lds_new_access_per_cycle", accesses_per_cycle({}, LdsOp::kStore, true));
  print("lds_plain_access_per_cycle", accesses_per_cycle({}, LdsOp::kAdd, false));
  print("lds_restore_per_cycle", 128.0 / static_cast<double>(restore_wait(192) - restore_wait(64)));
  print("lds_ht_over_bound", std::max({over_bound("ht64"), over_bound("ht128"), over_bound("ht256")}));
  print("lds_ht256_speedup", static_cast<double>(run("ht256", "serial").counts.cycles) /
                                 static_cast<double>(run("ht256", "pipelined").counts.cycles));
  for (const char* name : {"ht2", "ht256"}) {
    const double ratio = run(name, "pipelined").counts.commit_ratio();
    std::cout << nlohmann::json{{"lds_commit_ratio", {{name, ratio}}}}.dump() << '\n';
  }

  std::uint64_t false_conflicts = 0;
  for (const std::string& name : lds::workload_names())
    false_conflicts += run(name, "exact").counts.false_conflicts;
  print("lds_exact_false_conflicts", static_cast<double>(false_conflicts));

  std::vector<double> gains;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    gains.push_back(run("km256", "exact", seed).counts.commit_ratio() /
                    run("km256", "pipelined", seed).counts.commit_ratio());
  }
  std::sort(gains.begin(), gains.end());
  print("lds_km256_exact_gain", (gains[5] + gains[6]) / 2);

  double seconds = 0;
  Cycle cycles = 0;
  while (seconds < 1) {
    const app::LdsReport report = run("ht64", "pipelined");
    seconds += report.seconds;
    cycles += report.counts.cycles;
  }
  print("lds_kcycles_per_s", static_cast<double>(cycles) / seconds / 1000);
}

}  // namespace
}  // namespace gputm

int main() {
  try {
    gputm::measure();
  } catch (const std::exception& error) {
    std::cerr << "lds_bench: " << error.what() << '\n';
    return 1;
  }
}
