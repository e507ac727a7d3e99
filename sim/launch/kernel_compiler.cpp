#include "launch/kernel_compiler.h"

#include <spawn.h>
#include <spdlog/fmt/ranges.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "launch/device_toolchain.h"

namespace gputm::launch {
namespace {

namespace fs = std::filesystem;

/// A folder of this object's own, gone with it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "gputm-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw Error("cannot make a folder " + name + ": " + std::strerror(errno));
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

/// Runs a command to its end. Throws Error when it cannot be started.
int run(std::vector<std::string> command) {
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int error = posix_spawnp(&process, arguments[0], nullptr, nullptr, arguments.data(), environ);
  if (error != 0) {
    throw Error("cannot run " + command[0] + ": " + std::strerror(error) +
                " (Debian: apt install gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf)");
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool has_device_files(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "gputm.h", error) && fs::exists(folder / "link.ld", error);
}

}  // namespace

bool is_source(const fs::path& file) {
  constexpr std::array<std::string_view, 4> kExtensions = {".cpp", ".cc", ".cxx", ".C"};
  return std::ranges::find(kExtensions, file.extension().string()) != kExtensions.end();
}

fs::path device_folder() {
  std::error_code error;
  const fs::path command = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = command.parent_path().parent_path() / kInstalledDeviceFolder;
  if (!error && has_device_files(installed)) return installed;
  if (has_device_files(kSourceDeviceFolder)) return kSourceDeviceFolder;
  throw Error("gputm's device files (gputm.h, crt0.S, link.ld) are not in " + installed.string());
}

isa::Program compile_kernel(const fs::path& source, const std::vector<std::string>& flags) {
  std::error_code error;
  if (!fs::is_regular_file(source, error)) throw Error(source.string() + ": no such file");
  const fs::path device = device_folder();
  const TemporaryFolder folder;
  const fs::path elf = folder.path() / "kernel.elf";
  std::vector<std::string> command{kDeviceCompiler};
  command.insert(command.end(), kDeviceFlags.begin(), kDeviceFlags.end());
  command.insert(command.end(), {"-I" + device.string(), "-isystem", (device / "libc").string(),
                                 "-T" + (device / "link.ld").string()});
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {(device / "crt0.S").string(), source.string()});
  command.insert(command.end(), kDeviceLibraries.begin(), kDeviceLibraries.end());
  command.insert(command.end(), {"-o", elf.string()});
  spdlog::debug("{}", fmt::join(command, " "));
  const int status = run(std::move(command));
  if (status != 0) throw Error(source.string() + ": the compiler failed; its messages are above");
  // The program is called what its source is, since the file is gone when messages name it.
  std::ifstream file(elf, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const std::vector<std::uint8_t> image(bytes.begin(), bytes.end());
  return isa::Program::parse(image, source.string(), isa::Program::Analysis::kKernels);
}

}  // namespace gputm::launch
