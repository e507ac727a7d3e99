// Distribution of device addresses over the memory partitions.
#pragma once

#include <bit>

#include "base/types.h"
#include "memory/check_range.h"

namespace gputm::memory {

/// Chunks of `interleave_bytes` go to the partitions round robin. Within its partition an address has a dense
/// local address, which selects L2 set, DRAM bank, row and column, so that every partition uses all of its
/// sets and banks.
class AddressMap {
 public:
  /// Ranges: keys `partition.*` (docs/reference/configuration.md).
  AddressMap(unsigned partitions, unsigned interleave_bytes) : partitions_(partitions) {
    check_key("partition.count", partitions);
    check_key("partition.interleave_bytes", interleave_bytes);
    shift_ = static_cast<unsigned>(std::countr_zero(interleave_bytes));
  }

  unsigned partition(Address address) const { return (address >> shift_) % partitions_; }
  Address local(Address address) const {
    return (((address >> shift_) / partitions_) << shift_) | (address & ((Address{1} << shift_) - 1));
  }

 private:
  unsigned partitions_;
  unsigned shift_;
};

}  // namespace gputm::memory
