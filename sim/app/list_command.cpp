#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/config_document.h"
#include "app/statistics_document.h"
#include "base/config.h"
#include "engines/systems.h"
#include "workloads/workload.h"

namespace gputm::app {
namespace {

/// Table with columns as wide as their widest cells; the last column is not padded
class TextTable {
 public:
  explicit TextTable(std::string indent) : indent_(std::move(indent)) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void print() const {
    for (const std::vector<std::string>& cells : rows_) {
      std::cout << indent_;
      for (std::size_t column = 0; column + 1 < cells.size(); ++column)
        std::cout << cells[column] << std::string(width(column) + 2 - cells[column].size(), ' ');
      std::cout << cells.back() << '\n';
    }
  }

 private:
  std::size_t width(std::size_t column) const {
    std::size_t width = 0;
    for (const std::vector<std::string>& cells : rows_)
      if (column + 1 < cells.size()) width = std::max(width, cells[column].size());
    return width;
  }

  std::string indent_;
  std::vector<std::vector<std::string>> rows_;
};

std::string with_unit(std::string_view description, std::string_view unit) {
  return std::string(description) + (unit.empty() ? "" : " [" + std::string(unit) + "]");
}

void list_keys() {
  TextTable table("");
  for (const KeyDefault& key : all_keys()) {
    table.row({std::string(key.name), key.range(),
               key.choices.empty() ? std::to_string(key.initial) : std::string(key.choices[key.initial]),
               with_unit(key.description, key.unit)});
  }
  table.print();
}

void list_workloads() {
  for (const workloads::WorkloadInfo& info : workloads::all_workloads()) {
    std::cout << "  " << info.name << "  " << info.summary << '\n';
    TextTable table("    ");
    for (const workloads::WorkloadKey& key : info.keys) {
      table.row({std::string(key.name), std::to_string(key.min) + ".." + std::to_string(key.max),
                 "default " + std::to_string(key.default_value), with_unit(key.description, key.unit)});
    }
    table.print();
  }
}

template <typename Infos>
void list_names(const Infos& infos) {
  TextTable table("  ");
  for (const auto& info : infos) table.row({std::string(info.name), std::string(info.description)});
  table.print();
}

void list_all() {
  std::cout << "workloads (gputm run; --set workload.KEY=VALUE changes a size)\n";
  list_workloads();
  std::cout << "systems (gputm run --tm)\n";
  list_names(engines::systems());
  std::cout << "machines (--config)\n ";
  for (std::string_view name : builtin_configs()) std::cout << ' ' << name;
  std::cout << '\n';
}

}  // namespace

int list_command(const ListOptions& options) {
  if (options.keys) {
    if (options.markdown) {
      std::cout << configuration_document();
    } else {
      list_keys();
    }
  } else if (options.statistics) {
    std::cout << statistics_document();
  } else {
    list_all();
  }
  return kExitPass;
}

}  // namespace gputm::app
