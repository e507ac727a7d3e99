// Device memory passed to a kernel by pointer, filled from a file and written back to it.
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

  /// Parses the contents as numbers, or fills with zeros. `parameter`: the kernel's parameter, if known;
  /// elements have the type that it points to. Throws Error.
  void interpret(const gpu::Parameter* parameter);

  const BufferText& text() const { return text_; }
  const Data& data() const { return data_; }
  Address address() const { return address_; }

  void upload(gpu::Gpu& gpu);
  void download(const gpu::Gpu& gpu);

 private:
  BufferText text_;
  std::string contents_;  ///< contents of the file, until they are parsed
  Data data_;
  Address address_ = 0;
};

}  // namespace gputm::launch
