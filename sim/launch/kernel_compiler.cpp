#include "launch/kernel_compiler.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>

#include "base/child_process.h"
#include "base/read_file.h"
#include "launch/device_toolchain.h"

namespace gputm::launch {
namespace {

namespace fs = std::filesystem;

/// Temporary folder of this object, deleted with it
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const char* const chosen = std::getenv("TMPDIR");
    const fs::path parent = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
    std::string name = (parent / "gputm-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw Error("cannot make a temporary folder in " + parent.string() +
                  " (TMPDIR): " + std::strerror(errno));
    }
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Runs the compiler to its end, with its temporary files in `folder`.
int run(const std::vector<std::string>& command, const fs::path& folder, const std::function<bool()>& stop) {
  try {
    return run_child(
        {.command = command, .environment = {{"TMPDIR", folder.string()}}, .output = {}, .stop = stop});
  } catch (const Stopped&) {
    throw;
  } catch (const Error& error) {
    throw Error(std::string(error.what()) +
                " (Debian: apt install gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf)");
  }
}

/// Command in shell syntax.
std::string shell_text(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command) {
    const bool plain = word.find_first_of(" \t\n\"'\\$`&;()<>|*?") == std::string::npos;
    std::string quoted = word;
    for (std::size_t at = 0; (at = quoted.find('\'', at)) != std::string::npos; at += 4)
      quoted.replace(at, 1, "'\\''");
    text += (text.empty() ? "" : " ") + (plain ? word : "'" + quoted + "'");
  }
  return text;
}

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
  constexpr std::array<std::string_view, 5> kOtherLanguages = {".cu", ".cuh", ".cl", ".hip", ".ptx"};
  const std::string sources = "C++ that ends in .cpp, .cc, .cxx, .c++, .C or .c is compiled";
  if (std::ranges::find(kOtherLanguages, file.extension().string()) != kOtherLanguages.end()) {
    throw Error(file.string() +
                ": CUDA, HIP and OpenCL are not compiled; write the kernel in C++ with gputm.h " +
                "(docs/guide/kernels.md): " + sources);
  }
  try {
    return isa::Program::load(file, isa::Program::Analysis::kKernels);
  } catch (const isa::LoadError& error) {
    if (!std::string_view(error.what()).ends_with("not an ELF file")) throw;
    throw isa::LoadError(std::string(error.what()) + "; " + sources);
  }
}

fs::path device_folder() {
  std::error_code error;
  const fs::path command = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = command.parent_path().parent_path() / kInstalledDeviceFolder;
  if (!error && has_device_files(installed)) return installed;
  if (has_device_files(kSourceDeviceFolder)) return kSourceDeviceFolder;
  throw Error("gputm's device files (gputm.h, crt0.S, link.ld) are not in " + installed.string());
}

void check_source(const fs::path& source) {
  try {
    read_file(source.string());
  } catch (const FileError& error) {
    throw Error(source.string() + ": " + error.what());
  }
}

isa::Program compile_kernel(const fs::path& source, isa::Xlen xlen, const std::vector<std::string>& flags,
                            const std::function<bool()>& stop) {
  check_source(source);
  const fs::path device = device_folder();
  const TemporaryFolder folder;
  const fs::path elf = folder.path() / "kernel.elf";
  std::vector<std::string> command{kDeviceCompiler};
  const bool wide = xlen == isa::Xlen::k64;
  const auto add = [&](std::span<const std::string_view> words) {
    command.insert(command.end(), words.begin(), words.end());
  };
  add(wide ? std::span<const std::string_view>(kDeviceFlagsRv64) : kDeviceFlags);
  command.insert(command.end(), {"-I" + device.string(), "-isystem", (device / "libc").string(),
                                 "-T" + (device / "link.ld").string()});
  command.insert(command.end(), flags.begin(), flags.end());
  add(kDeviceLockstepFlags);
  command.insert(command.end(), {(device / "crt0.S").string(), source.string()});
  add(wide ? std::span<const std::string_view>(kDeviceLibrariesRv64) : kDeviceLibraries);
  command.insert(command.end(), {"-o", elf.string()});
  spdlog::debug("{}", shell_text(command));
  const int status = run(command, folder.path(), stop);
  if (status != 0) throw Error(source.string() + ": the compiler failed; its messages are above");
  // The program is named after its source, since the ELF file is deleted before messages name it.
  std::ifstream file(elf, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const std::vector<std::uint8_t> image(bytes.begin(), bytes.end());
  return isa::Program::parse(image, source.string(), isa::Program::Analysis::kKernels);
}

}  // namespace gputm::launch
