#include "cuda/compiler/nvcc_options.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/types.h"

namespace gputm::cuda {
namespace {

namespace fs = std::filesystem;

// Options about NVIDIA's machines and tools have no effect here.
constexpr std::array<std::string_view, 17> kIgnored = {"-G",
                                                       "--device-debug",
                                                       "-lineinfo",
                                                       "--generate-line-info",
                                                       "-use_fast_math",
                                                       "-g",
                                                       "--use_fast_math",
                                                       "-extended-lambda",
                                                       "--extended-lambda",
                                                       "-expt-extended-lambda",
                                                       "-v",
                                                       "--expt-extended-lambda",
                                                       "-m64",
                                                       "--expt-relaxed-constexpr",
                                                       "-expt-relaxed-constexpr",
                                                       "-pg",
                                                       "--keep"};
constexpr std::array<std::string_view, 19> kIgnoredWithValue = {"-arch",
                                                                "--gpu-architecture",
                                                                "-code",
                                                                "--gpu-code",
                                                                "-gencode",
                                                                "--generate-code",
                                                                "-Xptxas",
                                                                "--ptxas-options",
                                                                "-ccbin",
                                                                "--compiler-bindir",
                                                                "-cudart",
                                                                "--cudart",
                                                                "-maxrregcount",
                                                                "--maxrregcount",
                                                                "-t",
                                                                "--threads",
                                                                "-rdc",
                                                                "--relocatable-device-code",
                                                                "--machine"};
// Libraries of the run-time, which is ours.
constexpr std::array<std::string_view, 4> kRuntimeLibraries = {"-lcudart", "-lcudart_static", "-lcudadevrt",
                                                               "-lcuda"};

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// Words of a command line with values of options
class Words {
 public:
  explicit Words(std::span<const std::string> words) : words_(words) {}
  bool next() {
    if (at_ == words_.size()) return false;
    word_ = words_[at_++];
    return true;
  }
  const std::string& word() const { return word_; }
  /// Value of one of these options: the next word, or behind `=`; none if the word is another option.
  std::optional<std::string> value_of(std::span<const std::string_view> options) {
    const std::size_t equals = word_.find('=');
    if (equals != std::string::npos && contains(options, std::string_view(word_).substr(0, equals)))
      return word_.substr(equals + 1);
    if (!contains(options, word_)) return std::nullopt;
    const std::string option = word_;
    if (!next()) throw Error(option + ": its value is missing");
    return word_;
  }
  std::optional<std::string> value_of(std::initializer_list<std::string_view> options) {
    return value_of(std::span(options.begin(), options.size()));
  }
  /// Value of an option of one letter that may be in the same word: -I folder, -Ifolder.
  std::optional<std::string> value_of_letter(std::string_view option) {
    if (word_ != option && word_.starts_with(option)) return word_.substr(option.size());
    return value_of({option});
  }

 private:
  std::span<const std::string> words_;
  std::size_t at_ = 0;
  std::string word_;
};

/// Appends the words of a list with commas.
void append_list(std::vector<std::string>& words, const std::string& list) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (end != begin) words.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
}

bool is_source_of_host(const fs::path& file) {
  constexpr std::array<std::string_view, 5> kExtensions = {".cpp", ".cc", ".cxx", ".C", ".c"};
  return contains(kExtensions, file.extension().string());
}

}  // namespace

bool is_cuda_source(const fs::path& file) { return file.extension() == ".cu"; }

NvccOptions parse_nvcc_options(std::span<const std::string> arguments) {
  NvccOptions options;
  Words words(arguments);
  while (words.next()) {
    const std::string word = words.word();
    if (contains(kIgnored, word) || contains(kRuntimeLibraries, word)) continue;
    if (words.value_of(kIgnoredWithValue) || words.value_of({"-x", "--x"})) continue;
    if (const auto output = words.value_of({"-o", "--output-file"})) {
      options.output = *output;
    } else if (const auto list = words.value_of({"-Xcompiler", "--compiler-options"})) {
      append_list(options.host, *list);
    } else if (const auto linker = words.value_of({"-Xlinker", "--linker-options"})) {
      options.inputs.insert(options.inputs.end(), {"-Xlinker", *linker});
    } else if (word == "-c" || word == "-dc" || word == "--compile") {
      options.compile_only = true;
    } else if (const auto file = words.value_of({"-include", "--pre-include"})) {
      options.both.insert(options.both.end(), {"-include", *file});
    } else if (const auto folder = words.value_of({"-isystem", "--system-include"})) {
      options.both.insert(options.both.end(), {"-isystem", *folder});
    } else if (const auto standard = words.value_of({"-std", "--std"})) {
      options.both.push_back("-std=" + *standard);
    } else if (const auto stream = words.value_of({"-default-stream", "--default-stream"})) {
      if (*stream != "per-thread" && *stream != "legacy" && *stream != "null")
        throw Error("--default-stream: '" + *stream + "' is none of legacy, null and per-thread");
      if (*stream != "per-thread") continue;
      options.both.insert(options.both.end(), {"-D", "CUDA_API_PER_THREAD_DEFAULT_STREAM"});
      options.host.insert(options.host.end(), {"-Xclang", "-fgpu-default-stream=per-thread"});
    } else if (word.starts_with("-O")) {
      options.both.push_back(word);
    } else if (const auto include = words.value_of_letter("-I")) {
      options.both.insert(options.both.end(), {"-I", *include});
    } else if (const auto macro = words.value_of_letter("-D")) {
      options.both.insert(options.both.end(), {"-D", *macro});
    } else if (const auto removed = words.value_of_letter("-U")) {
      options.both.insert(options.both.end(), {"-U", *removed});
    } else if (word.starts_with("-L") || word.starts_with("-l")) {
      options.inputs.push_back(word);
    } else if (word == "-w" || word.starts_with("-W") || word.starts_with("-f") || word == "-pthread") {
      options.host.push_back(word);
    } else if (word.starts_with("-")) {
      throw Error(word + ": gputm nvcc does not know this option");
    } else if (is_cuda_source(word) || is_source_of_host(word)) {
      options.sources.emplace_back(word);
    } else {
      options.inputs.push_back(word);
    }
  }
  if (options.sources.empty() && (options.compile_only || options.inputs.empty()))
    throw Error("a source (.cu, .cpp, .c) is missing");
  if (options.compile_only && !options.output.empty() && options.sources.size() > 1)
    throw Error("-o names one object file, and there are " + std::to_string(options.sources.size()) +
                " sources");
  return options;
}

}  // namespace gputm::cuda
