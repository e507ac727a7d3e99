// The kernels of a shared library that the host's compiler made of a source of random kernels.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace gputm::fuzz {

/// The library lives as long as this object.
class HostLibrary {
 public:
  /// As declared in shared_words.h, with the host's pointers.
  struct Arguments {
    const std::uint32_t* in;
    std::uint32_t* words;
    std::uint32_t* own;
  };
  using Kernel = void (*)(const Arguments*);

  /// Throws Error when there is no such library.
  explicit HostLibrary(const std::filesystem::path& file);
  /// Throws Error when there is no such kernel.
  Kernel find(const std::string& name) const;

 private:
  std::shared_ptr<void> library_;
};

}  // namespace gputm::fuzz
