// A kernel's arguments as users write them on a command line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/gpu.h"
#include "gpu/value_type.h"

namespace gputm::launch {

/// "u32:5", "i32:-1", "f32:1.5", "u64:0x10": TYPE:VALUE. Throws Error.
gpu::Argument parse_argument(std::string_view text);

/// Device memory whose address is an argument.
struct BufferText {
  std::string name;
  std::filesystem::path file;  ///< empty: none
  bool read = false;           ///< the file has its contents; else it starts with zeros
  bool written = false;        ///< the file gets its contents after the launch
  std::uint64_t bytes = 0;     ///< if it is not read
};

/// NAME:FILE[:r], NAME:FILE:rw, NAME:FILE:w:BYTES or NAME:zero:BYTES. Throws Error.
BufferText parse_buffer(std::string_view text);

/// The words of a text as a shell has them: blanks part them, unless they are in quotes or behind a
/// backslash. Throws Error, which names `option`.
std::vector<std::string> split_words(std::string_view option, std::string_view text);

/// "16", "16x4" or "4x4x2". Throws Error, which names `option`.
gpu::Extent parse_extent(std::string_view option, std::string_view text);

}  // namespace gputm::launch
