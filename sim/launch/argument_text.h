// Kernel arguments in command-line syntax.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/gpu.h"
#include "gpu/value_type.h"

namespace gputm::launch {

/// TYPE:VALUE: "u32:5", "i32:-1", "f32:1.5", "u64:0x10". Throws Error.
gpu::Argument parse_argument(std::string_view text);

/// Number of that type; `text` is its value: "5", "0x10", "1.5". Throws Error, also for the type of pointers.
gpu::Argument parse_number(gpu::ValueType type, std::string_view text);

/// Device memory passed by address
struct BufferText {
  std::string name;
  std::filesystem::path file;  ///< empty: none
  bool read = false;           ///< the file has its initial contents; otherwise zeros
  bool written = false;        ///< the file gets its contents after the launch
  std::uint64_t bytes = 0;     ///< size, if it is not read
};

/// NAME:FILE[:r], NAME:FILE:rw, NAME:FILE:w:BYTES or NAME:zero:BYTES. Throws Error.
BufferText parse_buffer(std::string_view text);

/// Words of a text in shell syntax: separated by blanks, unless these are in quotes or after a backslash.
/// Throws Error with the name of `option`.
std::vector<std::string> split_words(std::string_view option, std::string_view text);

/// "16", "16x4" or "4x4x2"; what is not given is `least`, and nothing is less. Throws Error with the name of
/// `option`.
gpu::Extent parse_extent(std::string_view option, std::string_view text, std::uint32_t least = 1);

}  // namespace gputm::launch
