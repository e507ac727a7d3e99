// What threads print. A thread's printf writes records of its own into device memory (device/gputm/print.h),
// by plain stores, so that a transaction that aborts takes them back; the host makes text of them after the
// launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "base/types.h"
#include "memory/backing_store.h"

namespace gputm::gpu {

class MessageBuffer {
 public:
  /// Empties the buffers of `threads` threads and tells the program where they are, in its variable at
  /// `variable` (0: it prints nothing). `allocate` gives device memory.
  void prepare(memory::BackingStore& memory, Address variable, std::uint32_t threads,
               const std::function<Address(std::size_t)>& allocate);
  /// Calls `print` for each message, in order of the cycle in which it was begun and then of threads; at the
  /// end it says how many did not fit into their thread's buffer.
  void deliver(const memory::BackingStore& memory, const std::function<void(std::string_view)>& print) const;

 private:
  Address address_ = 0;
  std::size_t bytes_ = 0;      ///< allocated
  Address stride_ = 0;         ///< bytes of a thread
  std::uint32_t threads_ = 0;  ///< that have a buffer; 0: nothing is printed
};

}  // namespace gputm::gpu
