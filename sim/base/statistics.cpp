#include "base/statistics.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace gputm {

Statistics::Entry& Statistics::entry(std::string_view name, std::string_view unit,
                                     std::string_view definition) {
  auto found = entries_.find(name);
  if (found == entries_.end()) {
    found = entries_.emplace(std::string(name), Entry{std::string(unit), std::string(definition)}).first;
  } else if (found->second.unit != unit || found->second.definition != definition) {
    throw std::logic_error("statistic " + std::string(name) + " has two definitions");
  }
  return found->second;
}

std::uint64_t& Statistics::counter(std::string_view name, std::string_view unit,
                                   std::string_view definition) {
  return entry(name, unit, definition).value;
}

std::uint64_t& Statistics::greatest(std::string_view name, std::string_view unit,
                                    std::string_view definition) {
  Entry& found = entry(name, unit, definition);
  found.greatest = true;
  return found.value;
}

void Statistics::add(const Statistics& other) {
  for (const auto& [name, theirs] : other.entries_) {
    Entry& ours = entry(name, theirs.unit, theirs.definition);
    ours.greatest = theirs.greatest;
    ours.value = ours.greatest ? std::max(ours.value, theirs.value) : ours.value + theirs.value;
  }
}

void Statistics::subtract(const Statistics& before) {
  for (auto& [name, entry] : entries_) {
    if (!entry.greatest) entry.value -= before.value(name);
  }
}

std::uint64_t Statistics::value(std::string_view name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? 0 : found->second.value;
}

nlohmann::ordered_json Statistics::to_json() const {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, entry] : entries_) json[name] = entry.value;
  return json;
}

std::string Statistics::definitions_markdown() const {
  std::string text = "| name | unit | definition |\n|---|---|---|\n";
  for (const auto& [name, entry] : entries_) {
    text += "| `" + name + "` | " + entry.unit + " | " + entry.definition + " |\n";
  }
  return text;
}

}  // namespace gputm
