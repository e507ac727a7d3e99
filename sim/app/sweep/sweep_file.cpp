#include "app/sweep/sweep_file.h"

#include <toml++/toml.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "app/sweep/sweep_names.h"
#include "base/read_file.h"

namespace gputm::app {
namespace {

namespace fs = std::filesystem;

/// Runs `check`; prefixes its errors with the place in the file.
template <typename Check>
auto at(const std::string& place, const Check& check) {
  try {
    return check();
  } catch (const Error& error) {
    throw ConfigError(place + ": " + error.what());
  }
}

void check_known(const toml::table& table, const std::vector<std::string>& known) {
  for (const auto& [key, value] : table) {
    const std::string name(key.str());
    if (std::ranges::find(known, name) == known.end()) unknown_key(name, known);
  }
}

std::string string_of(const toml::node& node) {
  const auto text = node.value<std::string>();
  if (!node.is_string() || !text) throw ConfigError("a value that is not a text in quotes");
  return *text;
}

bool bool_of(const toml::node& node) {
  const auto value = node.is_boolean() ? node.value<bool>() : std::nullopt;
  if (!value) throw ConfigError("a value that is neither true nor false");
  return *value;
}

/// Value of a key: a whole number, or a name.
std::string value_of(const toml::node& node) {
  if (node.is_string()) return string_of(node);
  if (!node.is_integer()) throw ConfigError("a value that is neither a whole number nor a name");
  return std::to_string(*node.value<std::int64_t>());
}

std::uint64_t number_of(const toml::node& node, std::uint64_t min, std::uint64_t max) {
  const auto number = node.is_integer() ? node.value<std::int64_t>() : std::nullopt;
  const std::string range = std::to_string(min) + ".." + std::to_string(max);
  if (!number) throw ConfigError("a value that is not a whole number in " + range);
  if (*number < 0 || static_cast<std::uint64_t>(*number) < min || static_cast<std::uint64_t>(*number) > max)
    throw ConfigError(std::to_string(*number) + " is outside " + range);
  return static_cast<std::uint64_t>(*number);
}

const toml::table& table_of(const toml::node& node) {
  if (const toml::table* table = node.as_table()) return *table;
  throw ConfigError("a value that is not a table");
}

/// Elements of a list, without duplicates.
template <typename Read>
auto list_of(const toml::node& node, const Read& read) {
  std::vector<decltype(read(node))> list;
  const toml::array* array = node.as_array();
  if (array == nullptr || array->empty())
    throw ConfigError("a value that is not a list, [...], of one or more");
  for (const toml::node& element : *array) {
    auto value = read(element);
    if (std::ranges::find(list, value) != list.end()) {
      std::ostringstream text;
      text << value;
      throw ConfigError("'" + shown(text.str()) + "' is in the list twice");
    }
    list.push_back(std::move(value));
  }
  return list;
}

/// Calls `take(key, node)` for each key of the table, with "group.member" also for TOML subtables.
template <typename Take>
void for_each_key(const toml::table& table, const std::string& prefix, const Take& take) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    if (const toml::table* group = node.as_table()) {
      for_each_key(*group, key + ".", take);
    } else {
      take(key, node);
    }
  }
}

/// Reader of one document into a SweepFile
class Reader {
 public:
  explicit Reader(SweepFile& sweep) : sweep_(sweep) {}

  void read(const toml::table& document) {
    check_known(document,
                {"description", "time_limit", "keep_failed_checks", "workloads", "systems", "machines",
                 "variants", "keys", "seeds", "variant", "sizes", "product", "figure", "table", "terms"});
    if (const auto* node = document.get("description"))
      sweep_.description = at("description", [&] { return string_of(*node); });
    if (const auto* node = document.get("time_limit"))
      sweep_.time_limit =
          std::chrono::seconds(at("time_limit", [&] { return number_of(*node, 1, 10'000'000); }));
    if (const auto* node = document.get("keep_failed_checks"))
      sweep_.keep_failed_checks = at("keep_failed_checks", [&] { return bool_of(*node); });
    if (const auto* node = document.get("variant")) at("variant", [&] { read_variants(table_of(*node)); });
    if (const auto* node = document.get("sizes")) at("sizes", [&] { read_sizes(table_of(*node)); });
    SweepProduct all;
    read_product(document, all);
    if (const auto* node = document.get("product")) {
      read_products(*node, all);
    } else {
      add(std::move(all));
    }
    for (const std::string name : {"figure", "table"}) {
      if (const auto* node = document.get(name); node != nullptr && !node->is_array_of_tables())
        throw ConfigError(name + ": a value that is not [[" + name + "]]");
    }
    if (const auto* node = document.get("terms"); node != nullptr && !node->is_table())
      throw ConfigError("terms: a value that is not [terms]");
  }

 private:
  void read_variants(const toml::table& table) {
    for (const auto& [name, node] : table) {
      SweepVariant variant{std::string(name.str()), {}, {}, {}};
      at(variant.name, [&] {
        check_plain_name(variant.name);
        for_each_key(table_of(node), "", [&](const std::string& key, const toml::node& value) {
          at(key, [&] { read_part(variant, key, value); });
        });
      });
      sweep_.variants.push_back(std::move(variant));
    }
  }

  void read_part(SweepVariant& variant, const std::string& key, const toml::node& value) {
    if (key == "system") {
      variant.system = system_of(value);
    } else if (key == "machine") {
      variant.machine = machine_of(value);
    } else {
      variant.settings.emplace_back(key, value_of(value));
    }
  }

  void read_sizes(const toml::table& table) {
    for (const auto& [size, workloads] : table) {
      const std::string name(size.str());
      at(name, [&] {
        check_plain_name(name);
        for (const auto& [workload, settings] : table_of(workloads))
          read_size(name, std::string(workload.str()), settings);
      });
    }
  }

  void read_size(const std::string& size, const std::string& workload, const toml::node& settings) {
    at(workload, [&] {
      check_workload_name(workload);
      for_each_key(table_of(settings), "", [&](const std::string& key, const toml::node& node) {
        const std::string value = at(key, [&] { return value_of(node); });
        if (!multiple_of(value)) check_sweep_setting(key, value, {workload});
        sweep_.sizes[size][workload].emplace_back(key, value);
      });
    });
  }

  void read_products(const toml::node& node, const SweepProduct& all) {
    if (!node.is_array_of_tables()) throw ConfigError("product: a value that is not [[product]]");
    std::size_t number = 0;
    for (const toml::node& element : *node.as_array()) {
      const std::string place = "product " + std::to_string(++number);
      at(place, [&] {
        const toml::table& table = table_of(element);
        check_known(table, {"workloads", "systems", "machines", "variants", "keys", "seeds"});
        SweepProduct product = all;
        read_product(table, product);
        add(std::move(product));
      });
    }
  }

  /// Values in the table replace those in the product.
  void read_product(const toml::table& table, SweepProduct& product) {
    const auto read = [&](const char* key, const auto& take) {
      if (const toml::node* node = table.get(key)) at(key, [&] { take(*node); });
    };
    read("workloads", [&](const toml::node& node) {
      product.workloads = list_of(node, [](const toml::node& element) {
        const std::string name = string_of(element);
        check_workload_name(name);
        return name;
      });
    });
    read("systems", [&](const toml::node& node) { product.systems = list_of(node, system_of); });
    read("machines", [&](const toml::node& node) {
      product.machines = list_of(node, [&](const toml::node& element) { return machine_of(element); });
    });
    read("variants", [&](const toml::node& node) {
      product.variants = list_of(node, [&](const toml::node& element) { return variant_of(element); });
    });
    read("keys", [&](const toml::node& node) {
      product.keys.clear();
      for_each_key(table_of(node), "", [&](const std::string& key, const toml::node& values) {
        product.keys.push_back({key, at(key, [&] { return list_of(values, value_of); })});
      });
    });
    read("seeds", [&](const toml::node& node) {
      product.seeds = list_of(node, [](const toml::node& element) {
        return static_cast<std::uint32_t>(number_of(element, 0, std::numeric_limits<std::uint32_t>::max()));
      });
    });
  }

  /// Adds the product after checks that need all of it: the settings.
  void add(SweepProduct product) {
    if (product.workloads.empty()) throw ConfigError("workloads = [...] is missing");
    for (const SweepKey& key : product.keys) {
      for (const std::string& value : key.values)
        at("keys", [&] { check_sweep_setting(key.name, value, product.workloads); });
    }
    for (const SweepVariant& variant : sweep_.variants) {
      if (std::ranges::find(product.variants, variant.name) == product.variants.end()) continue;
      for (const auto& [key, value] : variant.settings)
        at("variant: " + variant.name, [&] { check_sweep_setting(key, value, product.workloads); });
    }
    sweep_.products.push_back(std::move(product));
  }

  static std::string system_of(const toml::node& node) {
    const std::string name = string_of(node);
    check_system_name(name);
    return name;
  }

  /// A name, or a file relative to the sweep's folder.
  std::string machine_of(const toml::node& node) const {
    std::string name = string_of(node);
    if (name.find('/') != std::string::npos || name.ends_with(".toml")) {
      const fs::path file = fs::path(sweep_.path).parent_path() / name;
      name = file.has_parent_path() ? file.string() : "./" + file.string();
      check_plain_name(file.stem().string());
    }
    check_machine_name(name);
    return name;
  }

  std::string variant_of(const toml::node& node) const {
    const std::string name = string_of(node);
    std::vector<std::string> names;
    for (const SweepVariant& variant : sweep_.variants) names.push_back(variant.name);
    if (std::ranges::find(names, name) == names.end())
      throw ConfigError("there is no [variant." + shown(name) + "]" + suggestion(name, names));
    return name;
  }

  SweepFile& sweep_;
};

}  // namespace

std::optional<Multiple> multiple_of(std::string_view value) {
  constexpr std::string_view kTimes = " * ";
  constexpr std::int64_t kMost = 1'000'000;
  const std::size_t times = value.find(kTimes);
  if (times == std::string_view::npos) return std::nullopt;
  const auto factor = parse_integer(value.substr(0, times));
  if (!factor || *factor < 1 || *factor > kMost)
    throw ConfigError("'" + shown(value) + "' begins with no whole number in 1.." + std::to_string(kMost));
  return Multiple{static_cast<std::uint64_t>(*factor), std::string(value.substr(times + kTimes.size()))};
}

SweepFile parse_sweep(std::string_view text, const std::string& path) {
  SweepFile sweep;
  sweep.path = path;
  sweep.text = text;
  try {
    Reader(sweep).read(toml::parse(text, path));
  } catch (const toml::parse_error& error) {
    throw ConfigError(path + ":" + std::to_string(error.source().begin.line) + ": " +
                      shown(error.description(), 300));
  } catch (const Error& error) {
    throw ConfigError(path + ": " + error.what());
  }
  return sweep;
}

SweepFile load_sweep(const std::string& path) {
  try {
    return parse_sweep(read_file(path), path);
  } catch (const FileError& error) {
    throw ConfigError("cannot read the sweep " + path + ": " + error.what());
  }
}

}  // namespace gputm::app
