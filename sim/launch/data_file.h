// Files of numbers: NumPy's .npy, .csv, and anything else as raw little-endian bytes.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "launch/data.h"

namespace gputm::launch {

/// Throws Error if files of that name do not hold arrays.
void check_kind(const std::filesystem::path& file);

/// Contents of the file. Throws Error with the file's name.
std::string read_contents(const std::filesystem::path& file);

/// Parses the contents of a file. `element`: type for formats without one; default u32 for .csv and u8 for
/// raw files. Throws Error with the file's name if the contents are invalid, or have another type than
/// `element`.
Data parse_data(std::string_view contents, const std::filesystem::path& file,
                std::optional<gpu::ValueType> element);

/// Writes in the format given by the file's name.
void write_data(std::ostream& to, const std::filesystem::path& file, const Data& data);

}  // namespace gputm::launch
