// Rates, speed-ups and commit ratios of the transactional local memory, for make bench.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engines/localtm/ideal_lds.h"
#include "engines/localtm/lds_unit_rtl.h"
#include "localtm_lower_bound.h"
#include "wavefronts/driver.h"
#include "wavefronts/workloads.h"

namespace gputm::tb {
namespace {

using engines::localtm::BankOptions;

/// Requests of four wavefronts at the unit's full rate; returns the cycles per pass in the steady state.
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
    // No requests follow the last ones.
    if (answered == requests - kWarmUp) {
      return static_cast<double>(answered - first_counted) * (sizes.lanes / sizes.banks) /
             static_cast<double>(now - start);
    }
  }
  return 0;
}

/// Cycles that an access to a bank waits for the restore of n rows there.
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

struct System {
  bool ideal = false;  ///< the model in C++
  BankOptions options{};
  wavefronts::Execution execution = wavefronts::Execution::kTransactional;
};
const System kPipelined, kExact{.options = {.exact = true}}, kIdeal{.ideal = true},
    kSerial{.execution = wavefronts::Execution::kSerial};

std::unique_ptr<tm::LdsTransactionUnit> make_unit(const System& system) {
  if (!system.ideal) return engines::localtm::make_lds_unit(system.options);
  tm::LdsSizes sizes;
  sizes.tx_rows = tx_rows(sizes.rows, system.options);
  return std::make_unique<engines::localtm::IdealLds>(sizes, system.options);
}

struct Run {
  wavefronts::RunCounts counts;
  double seconds = 0;

  double commit_ratio() const {
    return static_cast<double>(counts.lane_commits) /
           static_cast<double>(counts.lane_commits + counts.lane_aborts);
  }
};

/// A workload on work-group 0. Throws Error for wrong results.
Run run(const std::string& name, const System& system, std::uint64_t seed = 1) {
  const auto unit = make_unit(system);
  unit->allocate(0, 0, unit->sizes().tx_rows, true);
  const wavefronts::Workload workload = wavefronts::make_workload(name, unit->sizes(), seed);
  wavefronts::Driver driver(*unit, 0, workload.program, {.execution = system.execution});
  driver.write_memory(workload.memory);
  const auto start = std::chrono::steady_clock::now();
  driver.run();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::string result = workload.check(driver.read_memory(workload.memory.size()));
  if (result != "pass" || driver.verdict() != "pass")
    throw Error(name + ": " + result + ", " + driver.verdict());
  return {driver.counts(), seconds};
}

/// A workload's cycles at I = 0, relative to its trace's lower bounds.
struct OverBound {
  double schedule = 0;
  double bank = 0;
};
OverBound over_bound(const std::string& name, const System& system) {
  const auto unit = make_unit(system);
  LocaltmLowerBound bound(*unit);
  bound.allocate(0, 0, bound.sizes().tx_rows, true);
  const wavefronts::Workload workload = wavefronts::make_workload(name, bound.sizes(), 1);
  wavefronts::Driver driver(bound, 0, workload.program, {.instruction_cycles = 0});
  driver.write_memory(workload.memory);
  bound.start();
  driver.run();
  const auto cycles = static_cast<double>(driver.counts().cycles);
  return {cycles / static_cast<double>(bound.cycles()), cycles / static_cast<double>(bound.bank_cycles())};
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

void print(const char* key, double value) { std::cout << nlohmann::json{{key, value}}.dump() << '\n'; }

/// Simulation speed. A run takes one or two milliseconds: the median of many runs is robust against
/// interruptions.
void measure_speed() {
  std::vector<double> rates, of_16;
  for (double seconds = 0; seconds < 1;) {
    std::uint64_t cycles = 0;
    double unit_seconds = 0;
    for (std::uint64_t unit = 1; unit <= 16; ++unit) {
      const Run report = run("ht64", kPipelined, unit);
      rates.push_back(static_cast<double>(report.counts.cycles) / report.seconds / 1000);
      cycles = std::max(cycles, report.counts.cycles);
      unit_seconds += report.seconds;
    }
    of_16.push_back(static_cast<double>(cycles) / unit_seconds / 1000);
    seconds += unit_seconds;
  }
  print("lds_kcycles_per_s", median(rates));
  print("lds_16_units_kcycles_per_s", median(of_16));
}

void measure() {
  using tm::LdsOp;
  print("lds_paper_load_per_cycle", accesses_per_cycle({.paper = true}, LdsOp::kLoad, true));
  print("lds_paper_store_per_cycle", accesses_per_cycle({.paper = true}, LdsOp::kStore, true));
  print("lds_new_access_per_cycle", accesses_per_cycle({}, LdsOp::kStore, true));
  print("lds_plain_access_per_cycle", accesses_per_cycle({}, LdsOp::kAdd, false));
  print("lds_restore_per_cycle", 128.0 / static_cast<double>(restore_wait(192) - restore_wait(64)));
  double worst = 0;
  for (const std::string name : {"ht64", "ht128", "ht256"}) {
    const OverBound over = over_bound(name, kPipelined);
    const double ideal = over_bound(name, kIdeal).bank;
    worst = std::max(worst, over.schedule);
    const nlohmann::json sums = {{name, over.bank}, {name + "_ideal", ideal}};
    std::cout << nlohmann::json{{"lds_ht_over_bank_cycles", sums}}.dump() << '\n';
  }
  print("lds_ht_over_bound", worst);
  print("lds_ht256_speedup", static_cast<double>(run("ht256", kSerial).counts.cycles) /
                                 static_cast<double>(run("ht256", kPipelined).counts.cycles));
  for (const char* name : {"ht2", "ht256"}) {
    const double ratio = run(name, kPipelined).commit_ratio();
    std::cout << nlohmann::json{{"lds_commit_ratio", {{name, ratio}}}}.dump() << '\n';
  }

  std::uint64_t false_conflicts = 0;
  for (const std::string& name : wavefronts::workload_names())
    false_conflicts += run(name, kExact).counts.false_conflicts;
  print("lds_exact_false_conflicts", static_cast<double>(false_conflicts));

  std::vector<double> gains;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    gains.push_back(run("km256", kExact, seed).commit_ratio() /
                    run("km256", kPipelined, seed).commit_ratio());
  }
  std::sort(gains.begin(), gains.end());
  print("lds_km256_exact_gain", (gains[5] + gains[6]) / 2);

  measure_speed();
}

}  // namespace
}  // namespace gputm::tb

int main() {
  try {
    gputm::tb::measure();
  } catch (const std::exception& error) {
    std::cerr << "localtm_bench: " << error.what() << '\n';
    return 1;
  }
}
