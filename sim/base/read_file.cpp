#include "base/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace gputm {
namespace {

[[noreturn]] void fail() { throw FileError(std::strerror(errno)); }

class Descriptor {
 public:
  explicit Descriptor(const std::string& name) : number_(open(name.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number_ < 0) fail();
  }
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

std::string read_file(const std::string& name, std::uint64_t most) {
  const Descriptor file(name);
  struct stat status = {};
  if (fstat(file.number(), &status) != 0) fail();
  std::string text;
  if (S_ISREG(status.st_mode))
    text.reserve(std::min<std::uint64_t>(static_cast<std::uint64_t>(status.st_size), most));
  constexpr std::size_t kChunk = 1 << 16;
  const auto chunk = std::make_unique<char[]>(kChunk);
  for (;;) {
    const ssize_t bytes = read(file.number(), chunk.get(), kChunk);
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0) fail();
    if (bytes == 0) return text;
    text.append(chunk.get(), static_cast<std::size_t>(bytes));
    if (text.size() > most) throw FileError("larger than " + std::to_string(most >> 20) + " MiB");
  }
}

}  // namespace gputm
