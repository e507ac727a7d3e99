#include "launch/session.h"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <chrono>
#include <utility>

#include "engines/systems.h"

namespace gputm::launch {

double peak_resident_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double Record::thread_kips() const {
  return static_cast<double>(result.thread_instructions) / seconds / 1000;
}
double Record::kcycles_per_s() const { return static_cast<double>(result.cycles) / seconds / 1000; }

void Record::add(const Record& next) {
  result.add(next.result);
  seconds += next.seconds;
  peak_mib = next.peak_mib;
}

namespace {

Config under(std::string_view system, Config config) {
  config.machine = engines::machine_under(system, std::move(config.machine));
  return config;
}

}  // namespace

Session::Session(Config config, std::string system, const tm::TraceOptions& trace)
    : config_(under(system, std::move(config))),
      system_(std::move(system)),
      gpu_(config_.machine, engines::make_systems(system_, config_.machine, trace)) {}

Record Session::launch(const isa::Program& program, std::string_view kernel, const gpu::LaunchShape& shape,
                       std::span<const gpu::Argument> arguments, const gpu::LaunchOptions& options) {
  const std::string what = fmt::format("{} of {}: {} blocks of {} threads", kernel, program.name(),
                                       shape.blocks.text(), shape.threads.text());
  return timed(what, [&] { return gpu_.call(program, kernel, shape, arguments, options); });
}

Record Session::run(const isa::Program& program, std::vector<gpu::Grid> grids,
                    const gpu::LaunchOptions& options) {
  const std::string what = fmt::format("{} launches of {}", grids.size(), program.name());
  return timed(what, [&] { return gpu_.run(program, std::move(grids), options); });
}

Record Session::timed(const std::string& what, const std::function<gpu::LaunchResult()>& run) {
  Record record{system_, config_, {}};
  spdlog::debug("{}, TM system {}, machine {}", what, system_, config_.name);
  const auto start = std::chrono::steady_clock::now();
  record.result = run();
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  record.peak_mib = peak_resident_mib();
  spdlog::debug("{}: {} core cycles in {:.2f} s", what, record.result.cycles, record.seconds);
  return record;
}

}  // namespace gputm::launch
