// Whole files, and why one cannot be read.
#pragma once

#include <cstdint>
#include <string>

#include "base/types.h"

namespace gputm {

/// Why a file cannot be read: "No such file or directory". Who reads it says which one.
class FileError : public Error {
 public:
  using Error::Error;
};

/// All bytes of a file, a pipe or a device, at most `most`. Throws FileError.
std::string read_file(const std::string& name, std::uint64_t most = std::uint64_t{1} << 30);

}  // namespace gputm
