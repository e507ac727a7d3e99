#include "launch/kernel_compiler.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <span>

#include "base/read_file.h"
#include "engines/installation.h"
#include "launch/device_toolchain.h"

namespace gputm::launch {
namespace {

namespace fs = std::filesystem;

bool has_device_files(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "gputm.h", error) && fs::exists(folder / "link.ld", error);
}

}  // namespace

bool is_source(const fs::path& file) {
  constexpr std::array<std::string_view, 6> kExtensions = {".cpp", ".cc", ".cxx", ".c++", ".C", ".c"};
  return std::ranges::find(kExtensions, file.extension().string()) != kExtensions.end();
}

isa::Program load_program(const fs::path& file) {
  constexpr std::array<std::string_view, 4> kOtherLanguages = {".cu", ".cuh", ".hip", ".ptx"};
  const std::string sources =
      "C++ that ends in .cpp, .cc, .cxx, .c++, .C or .c and OpenCL C in .cl are compiled";
  if (std::ranges::find(kOtherLanguages, file.extension().string()) != kOtherLanguages.end()) {
    throw Error(file.string() +
                ": CUDA and HIP kernels are not launched; write the kernel in C++ with gputm.h " +
                "(docs/guide/kernels.md; whole CUDA programs: gputm run-cuda): " + sources);
  }
  try {
    return isa::Program::load(file, isa::Program::Analysis::kKernels);
  } catch (const isa::LoadError& error) {
    if (!std::string_view(error.what()).ends_with("not an ELF file")) throw;
    throw isa::LoadError(std::string(error.what()) + "; " + sources);
  }
}

fs::path device_folder() {
  const fs::path installed = engines::installation_prefix() / kInstalledDeviceFolder;
  if (has_device_files(installed)) return installed;
  if (has_device_files(kSourceDeviceFolder)) return kSourceDeviceFolder;
  throw Error("gputm's device files (gputm.h, crt0.S, link.ld) are not in " + installed.string());
}

std::vector<std::string> device_names() {
  const std::string folder = device_folder().string();
  return {"-fdebug-prefix-map=" + folder + "=gputm", "-fdebug-prefix-map=" + folder + "/gputm=gputm"};
}

fs::path print_library() { return device_folder() / "library" / "print.cpp"; }

void check_source(const fs::path& source) {
  try {
    read_file(source.string());
  } catch (const FileError& error) {
    throw Error(source.string() + ": " + error.what());
  }
}

bool link_program(const std::vector<std::string>& inputs, isa::Xlen xlen, const fs::path& elf,
                  const TemporaryFolder& folder, const std::function<bool()>& stop) {
  const fs::path device = device_folder();
  std::vector<std::string> command{kDeviceCompiler};
  const bool wide = xlen == isa::Xlen::k64;
  const auto add = [&](std::span<const std::string_view> words) {
    command.insert(command.end(), words.begin(), words.end());
  };
  add(wide ? std::span<const std::string_view>(kDeviceFlagsRv64) : kDeviceFlags);
  command.insert(command.end(), {"-I" + device.string(), "-isystem", (device / "libc").string(),
                                 "-T" + (device / "link.ld").string()});
  std::ranges::copy(device_names(), std::back_inserter(command));
  command.insert(command.end(), inputs.begin(), inputs.end());
  add(kDeviceLockstepFlags);
  command.push_back((device / "crt0.S").string());
  add(wide ? std::span<const std::string_view>(kDeviceLibrariesRv64) : kDeviceLibraries);
  command.insert(command.end(), {"-o", elf.string()});
  constexpr const char* kPackages = "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf";
  return run_compiler({.command = command, .packages = kPackages, .output = {}, .stop = stop}, folder) == 0;
}

isa::Program compile_kernel(const fs::path& source, isa::Xlen xlen, const std::vector<std::string>& flags,
                            const std::function<bool()>& stop) {
  check_source(source);
  const TemporaryFolder folder;
  const fs::path elf = folder.path() / "kernel.elf";
  std::vector<std::string> inputs = flags;
  inputs.push_back(source.string());
  if (!link_program(inputs, xlen, elf, folder, stop))
    throw Error(source.string() + ": the compiler failed; its messages are above");
  return compiled_program(elf, source);
}

isa::Program compiled_program(const fs::path& elf, const fs::path& source) {
  std::ifstream file(elf, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const std::vector<std::uint8_t> image(bytes.begin(), bytes.end());
  return isa::Program::parse(image, source.string(), isa::Program::Analysis::kKernels);
}

}  // namespace gputm::launch
