// Device memory passed to a kernel by pointer, with the contents of a file or of the host's memory.
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

  /// Memory of the host instead of a file. After interpret(), `text().written` is whether it is to be written
  /// back, which it is unless the parameter is a pointer to const. `writable`: whether it can be.
  Buffer(std::string name, Data data, bool writable);

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
  bool in_memory_ = false;  ///< the data are the host's from the start
  bool writable_ = true;
  std::string contents_;  ///< contents of the file, until they are parsed
  Data data_;
  Address address_ = 0;
};

}  // namespace gputm::launch
