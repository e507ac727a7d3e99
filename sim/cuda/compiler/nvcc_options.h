// Command line of `gputm nvcc`: nvcc's options, as far as programs' makefiles use them.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace gputm::cuda {

struct NvccOptions {
  std::vector<std::filesystem::path> sources;  ///< .cu: CUDA; other endings: the host's C++ and C
  std::vector<std::string> inputs;             ///< objects, libraries and options of the linker, in order
  std::vector<std::string> both;               ///< for the host pass and the device pass: -I, -D, -std ...
  std::vector<std::string> host;               ///< for the host's compiler alone
  std::filesystem::path output;                ///< empty: a.out, or the source's name with .o
  bool compile_only = false;                   ///< -c: an object file
};

/// Throws Error for an option that is not nvcc's or not known here.
NvccOptions parse_nvcc_options(std::span<const std::string> arguments);

/// Whether a file is a CUDA source, by its name.
bool is_cuda_source(const std::filesystem::path& file);

}  // namespace gputm::cuda
