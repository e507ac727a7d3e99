// Names of device memory for reports: allocations of the host, and variables of the program.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/types.h"
#include "isa/program.h"
#include "memory/backing_store.h"

namespace gputm::check {

enum class Space : std::uint8_t { kGlobal, kShared, kPrivate };

class BufferNames {
 public:
  struct Place {
    std::string name;          ///< empty: unknown
    std::uint64_t offset = 0;  ///< bytes from its begin; modulo 2^64 before it
    std::uint64_t bytes = 0;   ///< its size; 0: unknown
  };

  void allocated(const memory::Allocation& allocation) { allocations_[allocation.range.begin] = allocation; }
  void launch_begins(const isa::Program& program);
  /// The allocation or variable at the address, or the nearest allocation.
  Place at(Space space, Address address) const;

 private:
  std::map<Address, memory::Allocation> allocations_;
  std::map<Address, std::string> variables_;
  std::uint64_t program_ = 0;  ///< ID of the program of `variables_`
  Address begin_ = 0, end_ = 0;
};

}  // namespace gputm::check
