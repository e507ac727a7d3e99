// Output of threads. A thread's printf writes records into device memory (device/gputm/print.h) with plain
// stores, so that an abort of its transaction undoes them. The host formats them after the launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "base/types.h"
#include "isa/xlen.h"
#include "memory/backing_store.h"

namespace gputm::gpu {

class MessageBuffer {
 public:
  /// Clears the buffers of `threads` threads and writes their address to the program's variable at `variable`
  /// (0: the program prints nothing), which has registers of `xlen`. `allocate` provides device memory.
  void prepare(memory::BackingStore& memory, Address variable, isa::Xlen xlen, std::uint32_t threads,
               const std::function<Address(std::size_t)>& allocate);
  /// Calls `print` for each message, ordered by the cycle of its begin, then by thread; at the end reports
  /// the number of messages that did not fit in their thread's buffer.
  void deliver(const memory::BackingStore& memory, const std::function<void(std::string_view)>& print) const;

 private:
  isa::Xlen xlen_ = isa::Xlen::k32;
  Address address_ = 0;
  std::size_t bytes_ = 0;      ///< allocated bytes
  Address stride_ = 0;         ///< bytes per thread
  std::uint32_t threads_ = 0;  ///< threads with a buffer; 0: no output
};

}  // namespace gputm::gpu
