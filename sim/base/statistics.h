// Named counters. Each name has one definition, registered with it; docs/statistics.md lists them all.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace gputm {

class Statistics {
 public:
  struct Entry {
    std::string unit;
    std::string definition;
    std::uint64_t value = 0;
    bool greatest = false;  ///< not a count: the greatest value of something so far
  };

  /// The counter `name` ("l2.hits"), made with value 0 when it is new. Several components may register one
  /// name with the same unit and definition and then share the counter, so that it sums over them; a second
  /// definition is a programming error (std::logic_error). The reference stays valid as long as this object.
  std::uint64_t& counter(std::string_view name, std::string_view unit, std::string_view definition);

  /// The same for the greatest value of something.
  std::uint64_t& greatest(std::string_view name, std::string_view unit, std::string_view definition);

  /// Adds what `other` has counted; of the greatest values it takes the greater.
  void add(const Statistics& other);
  /// Takes off what `before`, an earlier state of the same counters, had counted; greatest values stay.
  void subtract(const Statistics& before);

  /// The value of `name`; 0 when nothing registered it.
  std::uint64_t value(std::string_view name) const;
  const std::map<std::string, Entry, std::less<>>& entries() const { return entries_; }

  /// {"l2.hits": 12, ...} in alphabetical order.
  nlohmann::ordered_json to_json() const;
  /// The table of docs/statistics.md: a Markdown row "| name | unit | definition |" for each counter.
  std::string definitions_markdown() const;

 private:
  Entry& entry(std::string_view name, std::string_view unit, std::string_view definition);

  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace gputm
