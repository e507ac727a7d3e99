// Named counters. Each name has one definition, registered with it; docs/reference/statistics.md lists all of
// them.
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
    bool greatest = false;  ///< maximum of a value so far, instead of a count
  };

  /// Counter `name` ("l2.hits"), created with value 0 if new. Several components may register the same name
  /// with the same unit and definition, and then share the counter, so that it sums over them. Another
  /// definition is a programming error (std::logic_error). The reference is valid for the life of this
  /// object.
  std::uint64_t& counter(std::string_view name, std::string_view unit, std::string_view definition);

  /// As above, for the maximum of a value.
  std::uint64_t& greatest(std::string_view name, std::string_view unit, std::string_view definition);

  /// Adds the counts of `other`; keeps the larger of two maxima.
  void add(const Statistics& other);
  /// Subtracts the counts of `before`, an earlier state of the same counters; maxima are unchanged.
  void subtract(const Statistics& before);

  /// Value of `name`; 0 if it is not registered.
  std::uint64_t value(std::string_view name) const;
  const std::map<std::string, Entry, std::less<>>& entries() const { return entries_; }

  /// {"l2.hits": 12, ...} in alphabetical order.
  nlohmann::ordered_json to_json() const;
  /// Table of docs/reference/statistics.md: one Markdown row "| name | unit | definition |" per counter.
  std::string definitions_markdown() const;

 private:
  Entry& entry(std::string_view name, std::string_view unit, std::string_view definition);

  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace gputm
