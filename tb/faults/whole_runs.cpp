// Subjects of whole_runs: workloads on the GPU model under a TM system, with a wrong bit in one of the
// system's Verilated units. What came of a run is seen by what the units report, by the model, by the check
// of the history and by the workload's own check of the result in memory.
#include <dlfcn.h>
#include <spdlog/spdlog.h>

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/report.h"
#include "app/runner.h"
#include "engines/unit_libraries.h"
#include "engines/unit_recipe.h"
#include "faults/unit_faults.h"
#include "gpu/stuck_report.h"

namespace gputm::tb {
namespace {

namespace fs = std::filesystem;
using Settings = std::vector<std::string>;

/// Libraries of units, FAULTY_UNITS/faulty_<unit>_<protection>.so. One that has no Protection is there once,
/// as faulty_<unit>_none.so.
class Libraries {
 public:
  /// Of the process: what is loaded remains.
  static Libraries& all() {
    static Libraries libraries;
    return libraries;
  }

  /// From now on units have this kind of protection; modules() are those that are made from now on.
  void protect(const std::string& protection) {
    modules_.clear();
    protection_ = protection;
    engines::choose_unit_libraries([this](const engines::UnitRequest& request) { return library(request); });
  }
  const std::string& protection() const { return protection_; }
  const std::vector<FaultyModule*>& modules() const { return modules_; }

 private:
  fs::path library(const engines::UnitRequest& request) {
    const std::string stem = fs::path(FAULTY_UNITS) / ("faulty_" + request.unit + "_");
    fs::path file = stem + protection_ + ".so";
    if (!fs::exists(file)) file = stem + "none.so";
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw Error(std::string("cannot load a unit with faults: ") + dlerror());
    auto* const module = static_cast<FaultyModule*>(dlsym(library, "gputm_faulty_module"));
    if (module == nullptr) throw Error(file.string() + " has no faults");
    require_parameters(file, request, module->parameters);
    modules_.push_back(module);
    return file;
  }

  /// The library has what the run asks for. What else it has is protection, and smaller tables.
  static void require_parameters(const fs::path& file, const engines::UnitRequest& request,
                                 const std::string& built) {
    const std::string wanted = engines::parameter_text(request, " ");
    std::istringstream words(wanted);
    bool all = request.replaced.empty() && !request.waves;
    for (std::string word; words >> word;)
      all = all && (" " + built + " ").find(" " + word + " ") != std::string::npos;
    if (!all) throw Error(file.string() + " has " + built + ", but the run needs " + wanted);
  }

  std::string protection_;
  std::vector<FaultyModule*> modules_;
};

/// A workload under a system, with units of a kind of protection
class System {
 public:
  System(std::string name, std::string protection, std::string workload, std::string config,
         Settings settings)
      : name_(std::move(name)),
        protection_(std::move(protection)),
        workload_(std::move(workload)),
        config_(std::move(config)),
        settings_(std::move(settings)) {}

  std::string subject() const { return name_ + "/" + protection_; }
  std::uint64_t bits(SiteKind kind) {
    know_units();
    std::uint64_t sum = 0;
    for (const Instance& instance : instances_) sum += instance.model->bits(kind);
    return sum;
  }
  std::string describe(const Fault& fault) {
    const auto [instance, bit] = place(fault);
    return instance->model->name + " " + std::to_string(instance->number) + " " +
           instance->model->describe({.kind = fault.kind, .bit = bit, .cycle = 0});
  }
  Run run(std::uint64_t stimulus, const std::optional<Fault>& fault) {
    know_units();
    if (Libraries::all().protection() != protection_) Libraries::all().protect(protection_);
    return fault ? with_fault(stimulus, *fault) : without(stimulus);
  }

 private:
  struct Instance {
    ModelFaults* model;
    unsigned number;
  };
  /// Of a run without a fault
  struct Right {
    nlohmann::ordered_json result;
    std::vector<std::uint64_t> cycles;  ///< by instance
    std::uint64_t total = 0;
  };

  /// All of a run's result except its data on the host
  nlohmann::ordered_json result(std::uint64_t stimulus, bool& passed) const {
    app::RunOptions options;
    options.workload = workload_;
    options.system = name_;
    options.machine = {
        .config = config_, .settings = settings_, .seed = static_cast<std::uint32_t>(stimulus + 1)};
    options.progress = false;
    const app::RunReport report = app::run_workload(options);
    passed = report.passed();
    nlohmann::ordered_json json = app::result_json(report);
    json.erase("host");
    return json;
  }

  void begin() const {
    for (const Instance& instance : instances_) instance.model->begin();
  }
  Reported reported() const {
    Reported sum;
    for (const Instance& instance : instances_) {
      const Reported& one = instance.model->reported;
      sum = {.fatal = sum.fatal || one.fatal,
             .corrected = sum.corrected || one.corrected,
             .stuck = sum.stuck || one.stuck};
    }
    return sum;
  }

  /// The units are those that a run makes: of the second one, since other systems have used the libraries.
  void know_units() {
    if (!instances_.empty()) return;
    Libraries::all().protect(protection_);
    bool passed = false;
    result(0, passed);
    for (const FaultyModule* const module : Libraries::all().modules()) {
      for (ModelFaults* const model : module->models) model->begin();
    }
    result(0, passed);
    for (const FaultyModule* const module : Libraries::all().modules()) {
      for (ModelFaults* const model : module->models) {
        for (unsigned i = 0; i < model->cycles.size(); ++i) instances_.push_back({model, i});
      }
    }
    if (instances_.empty()) throw Error(subject() + ": no unit has been made");
  }

  Run without(std::uint64_t stimulus) {
    begin();
    bool passed = false;
    Right right{.result = result(stimulus, passed), .cycles = {}};
    if (!passed) return {Outcome::kSilent, 0, right.result.at("check").dump()};
    for (const Instance& instance : instances_) {
      right.cycles.push_back(instance.model->cycles.at(instance.number));
      right.total += right.cycles.back();
    }
    const std::uint64_t total = right.total;
    rights_[stimulus] = std::move(right);
    return {Outcome::kMasked, total, {}};
  }

  Run with_fault(std::uint64_t stimulus, const Fault& fault) {
    const Right& right = rights_.at(stimulus);
    const auto [instance, bit] = place(fault);
    begin();
    // Of all cycles of the units, those of this one: in proportion.
    const std::uint64_t cycles = right.cycles.at(static_cast<std::size_t>(instance - instances_.data()));
    instance->model->fault = {.kind = fault.kind, .bit = bit, .cycle = fault.cycle * cycles / right.total};
    instance->model->instance = instance->number;
    try {
      bool passed = false;
      const nlohmann::ordered_json found = result(stimulus, passed);
      const Reported reports = reported();
      if (!passed) return {classify(true, false, reports), 0, found.at("check").dump()};
      if (found == right.result || reports.corrected) return {classify(false, false, reports), 0, {}};
      return {Outcome::kRecovered, 0, differences(found, right.result)};
    } catch (const gpu::StuckError& error) {
      return {classify(false, true, reported()), 0, error.what()};
    } catch (const std::exception& error) {
      return {classify(true, false, reported()), 0, error.what()};
    }
  }

  /// Values of a result that are other ones
  static std::string differences(const nlohmann::ordered_json& found, const nlohmann::ordered_json& right) {
    std::string text;
    for (const auto& change : nlohmann::ordered_json::diff(right, found)) {
      text += change.at("path").get<std::string>() + " ";
      if (text.size() > 100) break;
    }
    return text;
  }

  /// The instance that has the fault's bit, and the bit in it
  std::pair<const Instance*, std::uint64_t> place(const Fault& fault) const {
    std::uint64_t bit = fault.bit;
    for (const Instance& instance : instances_) {
      const std::uint64_t bits = instance.model->bits(fault.kind);
      if (bit < bits) return {&instance, bit};
      bit -= bits;
    }
    throw Error("no bit " + std::to_string(fault.bit));
  }

  std::string name_, protection_, workload_, config_;
  Settings settings_;
  std::vector<Instance> instances_;
  std::map<std::uint64_t, Right> rights_;  ///< by stimulus
};

Subject subject(System description) {
  const auto system = std::make_shared<System>(std::move(description));
  return {.name = system->subject(),
          .bits = [system](SiteKind kind) { return system->bits(kind); },
          .describe = [system](const Fault& fault) { return system->describe(fault); },
          .run = [system](std::uint64_t seed,
                          const std::optional<Fault>& fault) { return system->run(seed, fault); }};
}

Settings operator+(Settings one, const Settings& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// A small machine with small units, too, so that most of their memory is in use. A run that stands
/// still ends soon.
const Settings kMachine = {"core.count=2", "partition.count=2", "run.max_stuck_cycles=50000",
                           "run.max_cycles=2000000"};
/// What each system runs: contended, and done in some thousand cycles
struct Description {
  const char *system, *workload, *config;
  Settings settings;
};
const Settings kCommitUnit = {"kilo.ring_entries=128", "kilo.pool_buffers=64", "kilo.read_tags=32",
                              "kilo.history_entries=64", "kilo.history_buckets=16"};
const Settings kAccessUnit = {"getm.table_rows=16", "getm.stash_entries=2", "getm.filter_buckets=16",
                              "getm.stall_entries=4"};
const Settings kHashTable = {"workload.blocks=2", "workload.entries=40", "workload.threads=64"};
const Settings kSmallHashTable = {"workload.blocks=2", "workload.entries=20", "workload.threads=32"};
const Settings kLocalHashTable = {"core.count=1", "partition.count=1", "workload.blocks=1",
                                  "workload.rounds=3"};
const std::array kSystems = {Description{"kilo", "ht-h", "gtx480", kCommitUnit + kHashTable},
                             Description{"warptm", "ht-h", "gtx480", kCommitUnit + kHashTable},
                             Description{"getm", "ht-h", "gtx480", kAccessUnit + kHashTable},
                             Description{"snapshot", "ht-h", "gtx480", kSmallHashTable},
                             Description{"localtm", "lds-ht", "southern_islands", kLocalHashTable}};

}  // namespace

std::vector<Subject> subjects() {
  spdlog::set_level(spdlog::level::warn);  // runs announce themselves
  std::vector<Subject> all;
  for (const auto& [system, workload, config, settings] : kSystems) {
    for (const char* const protection : {"none", "secded"})
      all.push_back(subject(System(system, protection, workload, config, kMachine + settings)));
  }
  return all;
}

}  // namespace gputm::tb
