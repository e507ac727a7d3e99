// Device memory that a kernel gets a pointer to, filled from a file and written back to it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/gpu.h"
#include "gpu/kernel_signature.h"
#include "launch/argument_text.h"
#include "launch/data.h"

namespace gputm::launch {

class Buffer {
 public:
  /// Reads the file. Throws Error.
  explicit Buffer(BufferText text);

  /// Takes what was read as numbers, or makes zeros. `parameter`: what the kernel takes it as, if that is
  /// known; its elements are of the type that it points to. Throws Error.
  void interpret(const gpu::Parameter* parameter);

  const BufferText& text() const { return text_; }
  const Data& data() const { return data_; }
  Address address() const { return address_; }

  void upload(gpu::Gpu& gpu);
  void download(const gpu::Gpu& gpu);

 private:
  BufferText text_;
  std::string contents_;  ///< of the file, until they are numbers
  Data data_;
  Address address_ = 0;
};

}  // namespace gputm::launch
