#include "cuda/compiler/program_compiler.h"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <set>
#include <sstream>

#include "base/cache_folder.h"
#include "base/content_hash.h"
#include "base/read_file.h"
#include "cuda/compiler/cuda_folders.h"
#include "engines/installation.h"
#include "launch/argument_text.h"
#include "launch/device_assembly.h"
#include "launch/kernel_compiler.h"

namespace gputm::cuda {
namespace {

namespace fs = std::filesystem;

using Command = std::vector<std::string>;

constexpr const char* kCompiler = "clang++-19";
constexpr const char* kPackages = "clang-19 libstdc++-12-dev";
constexpr const char* kStandard = "-std=c++17";  // nvcc's; the user's -std follows
constexpr const char* kArchitecture = "700";     // __CUDA_ARCH__

/// Files of gputm that programs are made of
struct Installation {
  fs::path include, device, libraries;

  static Installation find() {
    std::error_code error;
    const fs::path root = engines::installation_prefix();
    const bool installed = fs::exists(root / kInstalledFolder, error);
    const fs::path folder = installed ? root / kInstalledFolder : fs::path(kSourceFolder);
    return {folder / "include", folder / "device", engines::library_folder()};
  }
  fs::path runtime() const { return libraries / "libgputm_cuda.so"; }
};

/// Functions of device/heap.cpp, which is linked into kernels that call them
constexpr std::array<std::string_view, 4> kHeapFunctions = {"malloc", "free", "calloc", "realloc"};

void append(Command& command, const Command& words) {
  command.insert(command.end(), words.begin(), words.end());
}

std::string contents(const fs::path& file) {
  try {
    return read_file(file.string());
  } catch (const FileError& error) {
    throw Error(file.string() + ": " + error.what());
  }
}

/// Files named by a rule of make, "target: file file ...", with escaped blanks.
void add_dependencies(const fs::path& rule, std::set<fs::path>& files) {
  std::string text = contents(rule);
  text.erase(0, text.find(": ") + 1);
  for (std::size_t at = 0; (at = text.find("\\\n", at)) != std::string::npos;) text.replace(at, 2, " ");
  for (const std::string& file : launch::split_words("dependencies", text)) files.insert(fs::absolute(file));
}

/// One compilation of a program
class Compilation {
 public:
  Compilation(const NvccOptions& options, const std::function<bool()>& stop)
      : options_(options), stop_(stop), installation_(Installation::find()) {}

  std::vector<fs::path> run() {
    for (const fs::path& source : options_.sources) launch::check_source(source);
    if (std::ranges::any_of(options_.sources, is_cuda_source)) compile_device();
    Command objects;
    for (const fs::path& source : options_.sources) objects.push_back(compile_host(source).string());
    if (!options_.compile_only) link(objects);
    return {dependencies_.begin(), dependencies_.end()};
  }

 private:
  fs::path temporary(const std::string& name) const { return folder_.path() / name; }
  /// Name of a file of this number: "3.o".
  fs::path numbered(std::size_t number, const char* extension) const {
    return temporary(std::to_string(number) + extension);
  }

  /// Runs a compiler and shows its messages, one line each. Throws Error for a failure.
  void compile(const Command& command, const fs::path& source) {
    if (!try_compile(command)) throw Error(source.string() + ": the compiler failed; its messages are above");
  }
  bool try_compile(const Command& command) {
    return launch::run_and_show({command, kPackages, temporary("messages"), stop_}, folder_,
                                [&](std::string_view line) {
                                  return line.starts_with(installation_.include.string()) &&
                                         line.find(": note: ") != std::string_view::npos;
                                }) == 0;
  }

  /// Folders in which clang's driver looks for the headers of C and C++, as options of its front end.
  Command system_folders() {
    const fs::path output = temporary("folders");
    if (launch::run_compiler({{kCompiler, "-###", "-x", "c++", "-c", "/dev/null"}, kPackages, output, stop_},
                             folder_) != 0)
      throw Error(std::string(kCompiler) + ": " + contents(output));
    std::istringstream lines(contents(output));
    Command words;
    for (std::string line; std::getline(lines, line);) {
      if (line.find("\"-cc1\"") != std::string::npos) words = launch::split_words(kCompiler, line);
    }
    Command folders;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      const bool resource = words[i] == "-resource-dir";
      if (resource) append(folders, {"-internal-isystem", words[i + 1] + "/include/cuda_wrappers"});
      if (resource || words[i] == "-internal-isystem" || words[i] == "-internal-externc-isystem")
        append(folders, {words[i], words[i + 1]});
    }
    return folders;
  }

  /// Name of the file in messages and symbols that must differ between the program's sources.
  static std::string unit_id(const fs::path& source) {
    ContentHash hash;
    hash.add(fs::absolute(source).string());
    return "-cuid=" + hash.text();
  }

  /// Device code of all .cu files in one ELF file.
  void compile_device() {
    const Command folders = system_folders();
    Command inputs;
    std::set<std::string, std::less<>> called;
    for (std::size_t i = 0; i < options_.sources.size(); ++i) {
      const fs::path& source = options_.sources[i];
      if (!is_cuda_source(source)) continue;
      const fs::path assembly = numbered(i, ".ll"), prepared = numbered(i, ".shared.ll");
      const Command front_end = front_end_command(source, folders, numbered(i, ".device.d"));
      Command command = front_end;
      append(command, {"-emit-llvm", "-o", assembly.string(), source.string()});
      compile(command, source);
      add_dependencies(numbered(i, ".device.d"), dependencies_);
      const launch::DeviceAssembly device = launch::prepare_assembly(contents(assembly));
      std::ofstream(prepared) << device.text;
      called.insert(device.called.begin(), device.called.end());
      for (const std::string& symbol : device.dynamic_shared)
        inputs.push_back("-Wl,--defsym=" + symbol + "=__shared_end");
      inputs.push_back(numbered(i, ".device.o").string());
      assemble(source, prepared, inputs.back(), front_end);
    }
    const auto add_library = [&](const fs::path& file, std::span<const std::string_view> functions) {
      dependencies_.insert(file);
      if (std::ranges::any_of(functions, [&](std::string_view name) { return called.contains(name); }))
        inputs.push_back(file.string());
    };
    add_library(launch::print_library(), launch::kPrintFunctions);
    add_library(installation_.device / "heap.cpp", kHeapFunctions);
    if (!launch::link_program(inputs, isa::Xlen::k64, elf(), folder_, stop_))
      throw Error(options_.sources.front().string() +
                  ": its kernels cannot be linked; the messages are above");
  }

  Command front_end_command(const fs::path& source, const Command& folders, const fs::path& rule) const {
    Command command = {launch::kClang,
                       "-cc1",
                       "-triple",
                       "riscv64-unknown-elf",
                       "-aux-triple",
                       "x86_64-linux-gnu",
                       "-x",
                       "cuda",
                       "-fcuda-is-device",
                       "-target-sdk-version=12.0",
                       "-fcuda-allow-variadic-functions",
                       "-target-feature",
                       "+m",
                       "-target-feature",
                       "+a",
                       "-target-feature",
                       "+f",
                       "-target-feature",
                       "+d",
                       "-target-abi",
                       "lp64d",
                       "-mcmodel=medany",
                       "-fgnuc-version=4.2.1",
                       "-fcxx-exceptions",
                       "-fexceptions",
                       "-ffp-contract=off",
                       "-debug-info-kind=standalone",
                       "-dwarf-version=5",
                       "-w",
                       "-fno-caret-diagnostics",
                       "-O2",
                       "-vectorize-loops",
                       "-U",
                       "__CUDA_ARCH__",
                       "-D",
                       std::string("__CUDA_ARCH__=") + kArchitecture,
                       unit_id(source),
                       kStandard};
    append(command, options_.both);
    append(command, {"-include", "cuda_runtime.h", "-internal-isystem", installation_.include.string(),
                     "-internal-isystem", launch::device_folder().string()});
    append(command, launch::device_names());
    append(command, folders);
    append(command, {"-fdebug-compilation-dir=" + fs::current_path().string(), "-main-file-name",
                     source.filename().string(), "-dependency-file", rule.string(), "-MT", "device",
                     "-sys-header-deps"});
    return command;
  }

  /// LLVM assembly to an object. For inline assembly of another machine, the front end's own assembler names
  /// the line in the source.
  void assemble(const fs::path& source, const fs::path& assembly, const std::string& object,
                const Command& front_end) {
    const fs::path messages = temporary("assembler");
    const Command command = launch::assembler_command(assembly, object, isa::Xlen::k64);
    if (launch::run_compiler({command, kPackages, messages, stop_}, folder_) == 0) return;
    Command again = front_end;
    append(again, {"-emit-obj", "-o", object, source.string()});
    if (!try_compile(again))
      throw Error(source.string() + ": inline assembly in kernels must be RISC-V's; PTX is not supported");
    throw Error(source.string() + ": " + contents(messages));
  }

  fs::path compile_host(const fs::path& source) {
    const auto number = static_cast<std::size_t>(&source - options_.sources.data());
    const fs::path rule = numbered(number, ".host.d");
    fs::path object = numbered(number, ".o");
    if (options_.compile_only)
      object = options_.output.empty() ? fs::path(source.stem()).concat(".o") : options_.output;
    const bool is_c = source.extension() == ".c";
    Command command = {is_c ? launch::kClang : kCompiler, "-O2", "-fno-caret-diagnostics"};
    if (!is_c) command.push_back(kStandard);
    if (is_cuda_source(source)) {
      append(command, {"-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-Xclang",
                       "-target-sdk-version=12.0", "-Xclang", "-fcuda-allow-variadic-functions", "-Xclang",
                       "-fcuda-include-gpubinary", "-Xclang", elf().string(), "-Xclang", unit_id(source),
                       "-include", "cuda_runtime.h"});
    }
    append(command, options_.both);
    append(command,
           {"-isystem", installation_.include.string(), "-isystem", launch::device_folder().string()});
    append(command, options_.host);
    append(command, {"-MD", "-MF", rule.string(), "-c", source.string(), "-o", object.string()});
    compile(command, source);
    add_dependencies(rule, dependencies_);
    return object;
  }

  void link(const Command& objects) {
    const fs::path output = options_.output.empty() ? "a.out" : options_.output;
    Command command = {kCompiler};
    append(command, objects);
    append(command, options_.host);
    append(command, options_.inputs);
    append(command, {"-L" + installation_.libraries.string(), "-lgputm_cuda",
                     "-Wl,-rpath," + installation_.libraries.string(), "-o", output.string()});
    compile(command, output);
  }

  fs::path elf() const { return temporary("device.elf"); }

  const NvccOptions& options_;
  const std::function<bool()>& stop_;
  Installation installation_;
  launch::TemporaryFolder folder_;
  std::set<fs::path> dependencies_;
};

/// What a result in the cache was made of, one file a line with the hash of its contents.
class Ingredients {
 public:
  explicit Ingredients(fs::path list) : list_(std::move(list)) {}

  bool unchanged() const {
    std::ifstream stream(list_);
    if (!stream) return false;
    std::string hash, file;
    while (stream >> hash && stream.get() == ' ' && std::getline(stream, file))
      if (hash_of(file) != hash) return false;
    return true;
  }
  void write(const std::vector<fs::path>& files) const {
    std::ofstream stream(list_);
    for (const fs::path& file : files) stream << hash_of(file) << ' ' << file.string() << '\n';
  }

 private:
  static std::string hash_of(const fs::path& file) {
    ContentHash hash;
    try {
      hash.add(read_file(file.string()));
    } catch (const FileError&) {
      return "-";
    }
    return hash.text();
  }

  fs::path list_;
};

}  // namespace

std::vector<fs::path> compile_program(const NvccOptions& options, const std::function<bool()>& stop) {
  return Compilation(options, stop).run();
}

fs::path cached_program(const NvccOptions& options, const std::function<bool()>& stop) {
  const Installation installation = Installation::find();
  ContentHash hash;
  for (const fs::path& source : options.sources) hash.add(fs::absolute(source).string());
  for (const Command* const words : {&options.inputs, &options.both, &options.host})
    for (const std::string& word : *words) hash.add(word);
  hash.add(fs::current_path().string());
  hash.add(installation.runtime().string());
  const fs::path folder = cache_folder("CUDA programs") / "cuda" / hash.text();
  const fs::path program = folder / options.sources.front().stem();
  const Ingredients ingredients(folder / "ingredients");
  std::error_code error;
  if (fs::exists(program, error) && ingredients.unchanged()) return program;
  fs::create_directories(folder);
  // Others may compile the same program.
  const fs::path unfinished = folder / fmt::format("{}.{}", program.filename().string(), getpid());
  NvccOptions to_cache = options;
  to_cache.output = unfinished;
  std::vector<fs::path> files = compile_program(to_cache, stop);
  const fs::path device = launch::device_folder();
  files.insert(files.end(), {device / "crt0.S", device / "link.ld"});
  fs::rename(unfinished, program);
  ingredients.write(files);
  return program;
}

}  // namespace gputm::cuda
