// Findings of the checkers, each distinct pair of source lines once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/types.h"
#include "check/buffer_names.h"
#include "core/block_table.h"

namespace gputm::check {

enum class Kind : std::uint8_t { kMemory, kRace, kSync };
inline constexpr std::array<const char*, 3> kKindNames{"memory", "race", "sync"};

/// A thread and what it did
struct Action {
  std::string_view what;  ///< "store", "load", "atomic", "transaction's store" ...
  Address pc = 0;
  std::uint32_t thread = 0;  ///< global thread id
};

/// Bytes that a report is about
struct Bytes {
  Space space = Space::kGlobal;
  Address address = 0;
  unsigned count = 0;  ///< 0: the report is about no memory
};

class Reports {
 public:
  explicit Reports(BufferNames& names) : names_(names) {}

  void launch_begins(const core::BlockShape& shape);
  /// Whether both instructions have the same source line.
  bool same_line(Address one, Address other) const { return one == other || line_of(one) == line_of(other); }
  /// During a launch. `detail`: kind of fault within the kind, "out of bounds" ...; a text that lives for
  /// ever.
  void add(Kind kind, const char* detail, const Action& first, const std::optional<Action>& second,
           const Bytes& bytes, std::uint64_t count = 1);
  /// A fault of a call by the host, about memory at an address.
  void add_of_host(const char* detail, const Bytes& bytes);
  /// A remark that is no error.
  void note(const std::string& text) { notes_.push_back(text); }

  std::uint64_t errors() const { return reports_.size(); }
  /// One line for each report and note, and a line with their numbers.
  std::string text() const;
  nlohmann::ordered_json json() const;

 private:
  struct Party {
    std::string what, function, line;  ///< line: "file:number", or the pc
    Address pc = 0;
    std::uint32_t block = 0, thread = 0;
    std::string block_index, thread_index;
  };
  struct Report {
    Kind kind;
    std::string detail;
    std::vector<Party> parties;  ///< one or two; none: the host
    std::string space, buffer, where;
    Address address = 0;
    unsigned bytes = 0;
    std::uint64_t offset = 0;
    std::uint64_t count = 0;
  };
  using Key = std::tuple<Kind, const char*, Address, Address>;
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  Party party(const Action& action) const;
  std::string line_of(Address pc) const;
  void place(Report& report, const Bytes& bytes) const;
  static std::string text_of(const Report& report);

  BufferNames& names_;
  core::BlockShape shape_;
  std::uint64_t program_ = 0;                         ///< ID of the program of `by_pc_`
  std::unordered_map<Key, std::size_t, Hash> by_pc_;  ///< of this launch's program
  std::map<std::tuple<Kind, std::string, std::string, std::string>, std::size_t> by_line_;
  std::vector<Report> reports_;
  std::vector<std::string> notes_;
};

}  // namespace gputm::check
