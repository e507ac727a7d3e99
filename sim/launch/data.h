// Arrays of numbers, in the layout of files and device memory.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/value_type.h"

namespace gputm::launch {

struct Data {
  gpu::ValueType element = gpu::ValueType::kU8;
  std::vector<std::size_t> shape;  ///< in C order
  std::vector<std::byte> bytes;

  std::size_t count() const { return bytes.size() / gpu::bytes(element); }
};

/// Throws Error unless the data have the type that a kernel's parameter points to, if that is known.
void check_element(const Data& data, std::optional<gpu::ValueType> element);

/// Text of the number at `index`.
std::string number_text(const Data& data, std::size_t index);

/// Parses and appends a number. Throws Error: "'1e3' is not a whole number", "300 is outside 0..255".
void append_number(Data& data, std::string_view text);

}  // namespace gputm::launch
