#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/output_file.h"
#include "app/recording.h"
#include "app/report.h"
#include "app/runner.h"
#include "app/stop_signals.h"
#include "app/table_text.h"
#include "engines/systems.h"
#include "launch/argument_text.h"
#include "launch/buffer.h"
#include "launch/data_file.h"
#include "launch/kernel_compiler.h"
#include "launch/result_document.h"
#include "launch/stuck_document.h"
#include "opencl/compiler/kernel_arguments.h"
#include "opencl/compiler/opencl_compiler.h"

namespace gputm::app {
namespace {

/// Program with the kernel to launch
struct Loaded {
  isa::Program program;
  gpu::KernelSignature kernel;
  std::optional<opencl::Kernel> opencl;  ///< the same, if it is one of OpenCL's
};

/// Program to launch: checked first, compiled or loaded when everything else is known to be right
class ProgramSource {
 public:
  /// Throws Error.
  explicit ProgramSource(const LaunchOptions& options)
      : file_(options.program),
        opencl_(opencl::is_source(options.program)),
        compiled_(opencl_ || launch::is_source(options.program)),
        xlen_(options.xlen.value_or(opencl_ ? 64 : 32) == 64 ? isa::Xlen::k64 : isa::Xlen::k32),
        flags_(launch::split_words("--cflags", options.compiler_flags)) {
    const char* const unused = !flags_.empty() ? "--cflags: " : options.xlen ? "--xlen: " : nullptr;
    if (!compiled_ && unused != nullptr)
      throw UsageError(unused + file_ + " is not compiled; only .cpp, .cc, .cxx, .c++, .C, .c and .cl are");
    if (!opencl_ && !options.offset.empty()) throw UsageError("--offset: " + file_ + " is not OpenCL C");
    if (!options.offset.empty()) offset_ = launch::parse_extent("--offset", options.offset, 0);
    if (compiled_) {
      launch::check_source(file_);
    } else {
      program_ = launch::load_program(file_);
    }
  }

  bool is_opencl() const { return opencl_; }

  Loaded take(std::string_view kernel) {
    const std::function<bool()> stopped = [] { return StopSignals::received() != nullptr; };
    if (opencl_) {
      opencl::CompiledKernels compiled =
          opencl::compile(file_, {.xlen = xlen_, .flags = flags_, .offset = offset_, .stop = stopped});
      opencl::Kernel found = compiled.kernel(kernel);
      gpu::KernelSignature signature = found.signature();
      return {std::move(compiled.program), std::move(signature), std::move(found)};
    }
    if (!program_) program_ = launch::compile_kernel(file_, xlen_, flags_, stopped);
    gpu::KernelSignature signature = gpu::find_kernel(*program_, kernel);
    return {*std::move(program_), std::move(signature), {}};
  }

 private:
  std::string file_;
  bool opencl_;
  bool compiled_;
  isa::Xlen xlen_;
  std::vector<std::string> flags_;
  gpu::Extent offset_ = {0, 0, 0};
  std::optional<isa::Program> program_;
};

/// Arguments of the kernel: numbers, vectors, local memory, and the addresses of buffers
class Arguments {
 public:
  /// Reads the files. Throws Error for an invalid text or file.
  Arguments(const std::vector<LaunchOptions::Argument>& texts, bool for_opencl) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!texts[i].buffer) {
        given_.push_back(for_opencl ? opencl::parse_argument(texts[i].text)
                                    : opencl::Argument{{launch::parse_argument(texts[i].text)}, {}});
        continue;
      }
      launch::BufferText text = launch::parse_buffer(texts[i].text);
      if (std::ranges::find(buffers_, text.name, [](const auto& b) { return b.text().name; }) !=
          buffers_.end())
        throw UsageError("--buffer: there are two of the name '" + text.name + "'");
      buffers_.emplace_back(std::move(text));
      places_.push_back(i);
      given_.push_back({{gpu::pointer(0)}, {}});
    }
  }

  /// Throws Error unless they fit the kernel's parameters.
  void fit(const Loaded& loaded) {
    const gpu::KernelSignature& kernel = loaded.kernel;
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      const bool known = kernel.parameters && places_[i] < kernel.parameters->size();
      buffers_[i].interpret(known ? &(*kernel.parameters)[places_[i]] : nullptr);
    }
    if (loaded.opencl) {
      opencl::check_arguments(*loaded.opencl, given_);
    } else {
      gpu::check_arguments(kernel, values());
    }
  }

  /// Places local memory behind the shared memory of the program and of `shape`, and adds it to that.
  void place_local(const isa::Program& program, gpu::LaunchShape& shape) {
    constexpr std::uint32_t kAlignment = 128;  // of the largest type, long16
    for (opencl::Argument& argument : given_) {
      if (!argument.local_bytes) continue;
      const Address begin = program.symbol("__shared_end");
      const Address place = (begin + shape.shared_bytes + kAlignment - 1) / kAlignment * kAlignment;
      argument.numbers = {gpu::pointer(place)};
      shape.shared_bytes = static_cast<std::uint32_t>(place - begin) + *argument.local_bytes;
    }
  }

  void upload(gpu::Gpu& gpu) {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      buffers_[i].upload(gpu);
      given_[places_[i]].numbers = {gpu::pointer(buffers_[i].address())};
    }
  }
  void download(const gpu::Gpu& gpu) {
    for (launch::Buffer& buffer : buffers_) buffer.download(gpu);
  }

  std::vector<gpu::Argument> values() const {
    std::vector<gpu::Argument> values;
    for (const opencl::Argument& argument : given_)
      values.insert(values.end(), argument.numbers.begin(), argument.numbers.end());
    return values;
  }
  const std::vector<launch::Buffer>& buffers() const { return buffers_; }

 private:
  std::vector<opencl::Argument> given_;
  std::vector<launch::Buffer> buffers_;
  std::vector<std::size_t> places_;  ///< positions of the buffers among the arguments
};

/// "u32[4x2]: 1, 2, 3 ...": first numbers of a buffer.
std::string buffer_text(const launch::Buffer& buffer) {
  constexpr std::size_t kShown = 8;
  const launch::Data& data = buffer.data();
  std::string text(gpu::name(data.element));
  text += "[";
  for (std::size_t i = 0; i < data.shape.size(); ++i)
    text += (i == 0 ? "" : "x") + std::to_string(data.shape[i]);
  text += "]: ";
  for (std::size_t i = 0; i < std::min(data.count(), kShown); ++i)
    text += (i == 0 ? "" : ", ") + launch::number_text(data, i);
  if (data.count() > kShown) text += " ...";
  return text + (buffer.text().written ? " -> " + buffer.text().file.string() : "");
}

std::string buffer_rows(std::span<const launch::Buffer> buffers) {
  std::string text;
  for (const launch::Buffer& buffer : buffers) {
    if (buffer.text().written || !buffer.text().read)
      text += row(("buffer " + buffer.text().name).c_str(), buffer_text(buffer));
  }
  return text;
}

/// Description of the launch, for the JSON.
launch::Fields launch_fields(const LaunchOptions& options, const gpu::KernelSignature& kernel,
                             const gpu::LaunchShape& shape, const Arguments& arguments) {
  auto values = nlohmann::ordered_json::array();
  std::size_t buffers = 0;
  for (const LaunchOptions::Argument& argument : options.arguments) {
    if (!argument.buffer) {
      values.push_back(argument.text);
      continue;
    }
    const launch::Buffer& buffer = arguments.buffers()[buffers++];
    values.push_back({{"buffer", buffer.text().name},
                      {"file", buffer.text().file.string()},
                      {"element", gpu::name(buffer.data().element)},
                      {"shape", buffer.data().shape},
                      {"written", buffer.text().written}});
  }
  const auto extent = [](const gpu::Extent& e) { return std::array{e.x, e.y, e.z}; };
  return {{"program", options.program},         {"kernel", kernel.text()},
          {"grid", extent(shape.blocks)},       {"block", extent(shape.threads)},
          {"shared_bytes", shape.shared_bytes}, {"arguments", values}};
}

/// Names words in buffers: "balance[12]".
template <typename Words>
void name_words(Words& words, std::span<const launch::Buffer> buffers) {
  for (auto& word : words) {
    for (const launch::Buffer& buffer : buffers) {
      const Address offset = word.address - buffer.address();
      if (offset >= buffer.data().bytes.size()) continue;
      word.name = buffer.text().name + "[" + std::to_string(offset / gpu::bytes(buffer.data().element)) + "]";
    }
  }
}

/// Output files for the contents of buffers
class BufferFiles {
 public:
  explicit BufferFiles(std::span<const launch::Buffer> buffers) {
    for (const launch::Buffer& buffer : buffers) {
      if (buffer.text().written) files_.emplace_back(buffer.text().file.string());
    }
  }
  /// Returns the failed writes with reasons, "" if none.
  [[nodiscard]] std::string write(std::span<const launch::Buffer> buffers) {
    std::string problem;
    auto file = files_.begin();
    for (const launch::Buffer& buffer : buffers) {
      if (!buffer.text().written) continue;
      launch::write_data(*file->stream(), buffer.text().file, buffer.data());
      if (!file->finish()) problem = file->problem();
      ++file;
    }
    return problem;
  }

 private:
  std::deque<OutputFile> files_;  // a deque, since elements cannot be moved
};

std::vector<OutputName> buffer_outputs(std::span<const launch::Buffer> buffers) {
  std::vector<OutputName> names;
  for (const launch::Buffer& buffer : buffers) {
    if (buffer.text().written)
      names.push_back({"--buffer " + buffer.text().name, buffer.text().file.string()});
  }
  return names;
}

}  // namespace

int launch_command(const LaunchOptions& options) {
  gpu::LaunchShape shape{.blocks = launch::parse_extent("--grid", options.grid),
                         .threads = launch::parse_extent("--block", options.block),
                         .shared_bytes = options.shared_bytes};
  const Config config = effective_config(options.machine);
  const SystemChoice system = choose_system(options, config);
  gpu::check_shape(config.machine, shape);
  engines::make_systems(options.system, config.machine);  // checks its keys
  ProgramSource source(options);
  Arguments arguments(options.arguments, source.is_opencl());
  Recording recording(options);
  std::vector<OutputName> names = buffer_outputs(arguments.buffers());
  std::ranges::copy(recording.names(), std::back_inserter(names));
  Outputs outputs(options.json, options.history, options.trace.file, names);
  BufferFiles files(arguments.buffers());
  const Loaded loaded = source.take(options.kernel);
  const gpu::KernelSignature& kernel = loaded.kernel;
  arguments.fit(loaded);
  if (loaded.opencl) opencl::check_block(*loaded.opencl, shape.threads);
  arguments.place_local(loaded.program, shape);

  launch::Session session(config, options.system, system.trace);
  arguments.upload(session.gpu());
  launch::Record record;
  {
    LaunchReporter reporter(options, shape, options.kernel + " " + options.system, outputs.history());
    reporter.options().recorder = recording.start(config.machine);
    reporter.options().print = [&](std::string_view text) { outputs.printed(text); };
    try {
      record = session.launch(loaded.program, kernel.symbol, shape, arguments.values(), reporter.options());
    } catch (const gpu::StuckError& error) {
      gpu::StuckReport report = error.report();
      name_words(report.words, arguments.buffers());
      outputs.stuck(launch::stuck_document(
          report, config, options.system, launch_fields(options, kernel, shape, arguments), options.command));
      throw gpu::StuckError(std::move(report));
    }
  }
  arguments.download(session.gpu());
  if (record.result.profile) name_words(record.result.profile->words, arguments.buffers());
  record.peak_mib = launch::peak_resident_mib();
  const std::string buffers = files.write(arguments.buffers());
  const std::string results = outputs.finish(
      launch::result_document(record, launch_fields(options, kernel, shape, arguments), "off",
                              options.command),
      row("kernel", kernel.text()) + row("system", record.system) +
          row("grid, block", shape.blocks.text() + ", " + shape.threads.text()) + launch_rows(record) +
          buffer_rows(arguments.buffers()) + row("history", record.result.history) + speed_row(record));
  require_written({buffers, results, recording.finish()});
  return record.result.history == "pass" || record.result.history == "off" ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
