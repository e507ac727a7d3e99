// Files of numbers: NumPy's .npy, .csv, and anything else as raw little-endian bytes.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>

#include "launch/data.h"

namespace gputm::launch {

/// `element`: what the numbers are where the file does not say: of .csv u32 and of raw files u8 unless it is
/// given. Throws Error naming the file: it cannot be read, is no such file, or holds another type than
/// `element`.
Data read_data(const std::filesystem::path& file, std::optional<gpu::ValueType> element);

/// In the format of the file's name.
void write_data(std::ostream& to, const std::filesystem::path& file, const Data& data);

}  // namespace gputm::launch
