// Reading of whole files, with reasons for failures.
#pragma once

#include <cstdint>
#include <string>

#include "base/types.h"

namespace gputm {

/// Reason why a file cannot be read: "No such file or directory". The caller adds the file's name
class FileError : public Error {
 public:
  using Error::Error;
};

/// Contents of a file, a pipe or a device, at most `most` bytes. Throws FileError.
std::string read_file(const std::string& name, std::uint64_t most = std::uint64_t{1} << 30);

}  // namespace gputm
