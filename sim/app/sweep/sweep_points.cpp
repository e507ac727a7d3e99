#include "app/sweep/sweep_points.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/sweep/sweep_names.h"
#include "base/config.h"

namespace gputm::app {
namespace {

namespace fs = std::filesystem;

/// Of a key in a multiple; times a factor it fits in 64 bits.
constexpr std::int64_t kMostOfKey = 1'000'000'000'000;

bool is_file(const std::string& machine) {
  return machine.find('/') != std::string::npos || machine.ends_with(".toml");
}

std::string machine_name(const std::string& machine) {
  return is_file(machine) ? fs::path(machine).stem().string() : machine;
}

/// Platform-independent hash of the text (FNV-1a).
std::string digest(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), hash, 16).ptr;
  return {digits.data(), end};
}

std::string name_of(const SweepPoint& point) {
  std::string id = point.workload + "," + point.system + "," + machine_name(point.machine);
  if (!point.variant.empty()) id += "," + point.variant;
  for (const auto& [key, value] : point.keys) id += "," + key + "=" + value;
  return id + ",seed=" + std::to_string(point.seed);
}

/// All combinations of one value per key.
std::vector<Settings> combinations(const std::vector<SweepKey>& keys) {
  std::vector<Settings> all(1);
  for (const SweepKey& key : keys) {
    std::vector<Settings> longer;
    for (const Settings& chosen : all) {
      for (const std::string& value : key.values) {
        longer.push_back(chosen);
        longer.back().emplace_back(key.name, value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

/// Collects points by name.
class PointList {
 public:
  PointList(const SweepFile& sweep, std::string_view size) : sweep_(sweep) {
    const auto found = sweep.sizes.find(size);
    if (found == sweep.sizes.end()) {
      if (size == "full") return;
      std::vector<std::string> names = {"full"};
      for (const auto& [name, workloads] : sweep.sizes) names.push_back(name);
      throw ConfigError(sweep.path + ": there is no size '" + shown(size) + "'" + suggestion(size, names));
    }
    sizes_ = found->second;
  }

  void add(const SweepProduct& product) {
    check_count(product);
    for (const std::string& workload : product.workloads) {
      for (const SweepVariant& variant : variants_of(product)) add(product, workload, variant);
    }
  }

  std::vector<SweepPoint> take() { return std::move(points_); }

 private:
  /// The settings of a size, with its multiples at the point.
  Settings size_at(const SweepPoint& point, const Settings& size) const {
    Settings sized;
    for (const auto& [key, value] : size) {
      try {
        sized.emplace_back(key, number_at(point, value));
        check_sweep_setting(key, sized.back().second, {point.workload});
      } catch (const ConfigError& error) {
        throw ConfigError(sweep_.path + ": sizes: " + point.id + ": " + error.what());
      }
    }
    return sized;
  }

  /// `settings` of the point: those of variant and keys.
  static std::string number_at(const SweepPoint& point, const std::string& value) {
    const auto multiple = multiple_of(value);
    if (!multiple) return value;
    const auto& [factor, key] = *multiple;
    const auto last =
        std::ranges::find(point.settings.rbegin(), point.settings.rend(), key, &Settings::value_type::first);
    const auto number = last == point.settings.rend() ? std::nullopt : parse_integer(last->second);
    if (!number || *number < 0 || *number > kMostOfKey)
      throw ConfigError("'" + shown(value) + "': the point sets no number '" + shown(key) + "'");
    return std::to_string(factor * static_cast<std::uint64_t>(*number));
  }

  /// Checks the number of points before they fill the memory.
  void check_count(const SweepProduct& product) const {
    constexpr double kMost = 100'000;
    double count = static_cast<double>(product.workloads.size() * product.seeds.size()) *
                   static_cast<double>(std::max<std::size_t>(1, product.variants.size()) *
                                       product.systems.size() * product.machines.size());
    for (const SweepKey& key : product.keys) count *= static_cast<double>(key.values.size());
    if (count > kMost) throw ConfigError(sweep_.path + ": has more than 100000 points");
  }

  std::vector<SweepVariant> variants_of(const SweepProduct& product) const {
    if (product.variants.empty()) return {SweepVariant{}};
    std::vector<SweepVariant> chosen;
    for (const std::string& name : product.variants)
      chosen.push_back(*std::ranges::find(sweep_.variants, name, &SweepVariant::name));
    return chosen;
  }

  void add(const SweepProduct& product, const std::string& workload, const SweepVariant& variant) {
    const auto systems = variant.system ? std::vector{*variant.system} : product.systems;
    const auto machines = variant.machine ? std::vector{*variant.machine} : product.machines;
    for (const std::string& system : systems) {
      for (const std::string& machine : machines) {
        for (const Settings& keys : combinations(product.keys)) {
          for (const std::uint32_t seed : product.seeds)
            add({{}, workload, system, machine, variant.name, keys, {}, seed}, variant);
        }
      }
    }
  }

  void add(SweepPoint point, const SweepVariant& variant) {
    for (const Settings* more : {&variant.settings, static_cast<const Settings*>(&point.keys)})
      point.settings.insert(point.settings.end(), more->begin(), more->end());
    point.id = name_of(point);
    if (const auto size = sizes_.find(point.workload); size != sizes_.end()) {
      const Settings sized = size_at(point, size->second);
      point.settings.insert(point.settings.begin(), sized.begin(), sized.end());
    }
    constexpr std::size_t kLongest = 200;  // file names are limited to 255
    if (point.id.size() > kLongest)
      throw ConfigError(sweep_.path + ": the point " + shown(point.id, 60) + " has a name of more than " +
                        std::to_string(kLongest) + " letters; name a [variant] instead of many keys");
    const auto [known, added] = machine_of_.emplace(point.id, point.machine);
    if (added) {
      points_.push_back(std::move(point));
    } else if (known->second != point.machine) {
      throw ConfigError(sweep_.path + ": machines: " + known->second + " and " + point.machine +
                        " have the same name");
    }
  }

  const SweepFile& sweep_;
  std::map<std::string, Settings, std::less<>> sizes_;
  std::vector<SweepPoint> points_;
  std::map<std::string, std::string> machine_of_;  ///< machine of each point
};

}  // namespace

std::vector<std::string> SweepPoint::arguments() const {
  std::vector<std::string> words = {"run",      workload, "--tm",   system,
                                    "--config", machine,  "--seed", std::to_string(seed)};
  for (const auto& [key, value] : settings) {
    words.emplace_back("--set");
    words.push_back(key + "=" + value);
  }
  return words;
}

std::string SweepPoint::definition() const {
  std::string text = "gputm";
  for (const std::string& word : arguments()) text += " " + (word == machine ? machine_name(machine) : word);
  if (!is_file(machine)) return text;
  std::ostringstream contents;
  contents << std::ifstream(machine).rdbuf();
  return text + " #" + digest(contents.str());
}

nlohmann::ordered_json SweepPoint::description() const {
  nlohmann::ordered_json varied = nlohmann::ordered_json::object();
  for (const auto& [key, value] : keys) {
    const auto number = parse_integer(value);
    varied[key] = number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json(value);
  }
  return {
      {"id", id},           {"workload", workload}, {"system", system}, {"machine", machine_name(machine)},
      {"variant", variant}, {"keys", varied},       {"seed", seed},     {"definition", definition()}};
}

std::vector<SweepPoint> points_of(const SweepFile& sweep, std::string_view size) {
  PointList points(sweep, size);
  for (const SweepProduct& product : sweep.products) points.add(product);
  return points.take();
}

}  // namespace gputm::app
