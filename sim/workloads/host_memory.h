// Host copy of a part of device memory, as the view of memory used by the structures' code
// (kernels/red_black_tree.h): built before a launch, checked after it.
#pragma once

#include <span>
#include <vector>

#include "gpu/gpu.h"

namespace gputm::workloads {

class HostMemory {
 public:
  /// `bytes` of zeros at device address `base`.
  HostMemory(Address base, std::size_t bytes) : base_(base), words_(bytes / sizeof(Word)) {}
  /// Copies the device's contents.
  HostMemory(const gpu::Gpu& gpu, Address base, std::size_t bytes)
      : base_(base), words_(gpu.download<Word>(base, bytes / sizeof(Word))) {}

  Word read(Address address) const { return words_.at((address - base_) / sizeof(Word)); }
  void write(Address address, Word value) { words_.at((address - base_) / sizeof(Word)) = value; }
  void upload(gpu::Gpu& gpu) const { gpu.write(base_, std::as_bytes(std::span(words_))); }

 private:
  Address base_;
  std::vector<Word> words_;
};

}  // namespace gputm::workloads
