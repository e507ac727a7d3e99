// Files of numbers: NumPy's .npy, .csv, and anything else as raw little-endian bytes.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "launch/data.h"

namespace gputm::launch {

/// Throws Error when files of that name hold no array.
void check_kind(const std::filesystem::path& file);

/// The bytes of the file. Throws Error naming the file.
std::string read_contents(const std::filesystem::path& file);

/// The numbers that the bytes of a file are. `element`: their type where the file does not say: of .csv u32
/// and of raw files u8 unless it is given. Throws Error naming the file: it is no such file, or holds another
/// type than `element`.
Data parse_data(std::string_view contents, const std::filesystem::path& file,
                std::optional<gpu::ValueType> element);

/// In the format of the file's name.
void write_data(std::ostream& to, const std::filesystem::path& file, const Data& data);

}  // namespace gputm::launch
