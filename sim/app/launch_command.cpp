#include <algorithm>
#include <array>
#include <deque>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "app/commands.h"
#include "app/output_file.h"
#include "app/recording.h"
#include "app/report.h"
#include "app/runner.h"
#include "app/table_text.h"
#include "launch/argument_text.h"
#include "launch/buffer.h"
#include "launch/data_file.h"
#include "launch/kernel_compiler.h"
#include "launch/result_document.h"

namespace gputm::app {
namespace {

isa::Program load_program(const LaunchOptions& options) {
  if (!launch::is_source(options.program)) {
    if (!options.compiler_flags.empty())
      throw UsageError("--cflags: " + options.program + " is not compiled; only .cpp, .cc, .cxx and .C are");
    return isa::Program::load(options.program, isa::Program::Analysis::kKernels);
  }
  std::istringstream words(options.compiler_flags);
  return launch::compile_kernel(options.program, {std::istream_iterator<std::string>(words), {}});
}

/// The kernel's arguments: numbers, and the addresses of buffers.
class Arguments {
 public:
  /// Throws Error: what is wrong with a text or a file.
  Arguments(const std::vector<LaunchOptions::Argument>& texts, const gpu::KernelSignature& kernel) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!texts[i].buffer) {
        values_.push_back(launch::parse_argument(texts[i].text));
        continue;
      }
      launch::BufferText text = launch::parse_buffer(texts[i].text);
      if (std::ranges::find(buffers_, text.name, [](const auto& b) { return b.text().name; }) !=
          buffers_.end())
        throw UsageError("--buffer: there are two of the name '" + text.name + "'");
      const bool known = kernel.parameters && i < kernel.parameters->size();
      buffers_.emplace_back(std::move(text), known ? &(*kernel.parameters)[i] : nullptr);
      places_.push_back(i);
      values_.push_back(gpu::pointer(0));
    }
    gpu::check_arguments(kernel, values_);
  }

  void upload(gpu::Gpu& gpu) {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      buffers_[i].upload(gpu);
      values_[places_[i]] = gpu::pointer(buffers_[i].address());
    }
  }
  void download(const gpu::Gpu& gpu) {
    for (launch::Buffer& buffer : buffers_) buffer.download(gpu);
  }

  std::span<const gpu::Argument> values() const { return values_; }
  const std::vector<launch::Buffer>& buffers() const { return buffers_; }

 private:
  std::vector<gpu::Argument> values_;
  std::vector<launch::Buffer> buffers_;
  std::vector<std::size_t> places_;  ///< of the buffers among the arguments
};

/// "u32[4x2]: 1, 2, 3 ...": the first numbers of a buffer.
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

/// What ran, for the JSON.
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

/// Names the words that are in buffers: "balance[12]".
void name_words(core::Profile& profile, std::span<const launch::Buffer> buffers) {
  for (core::WordProfile& word : profile.words) {
    for (const launch::Buffer& buffer : buffers) {
      const Address offset = word.address - buffer.address();
      if (offset >= buffer.data().bytes.size()) continue;
      word.name = buffer.text().name + "[" + std::to_string(offset / gpu::bytes(buffer.data().element)) + "]";
    }
  }
}

/// The files that get the contents of buffers.
class BufferFiles {
 public:
  explicit BufferFiles(std::span<const launch::Buffer> buffers) {
    for (const launch::Buffer& buffer : buffers) {
      if (buffer.text().written) files_.emplace_back(buffer.text().file.string());
    }
  }
  /// Throws UsageError when one cannot be written to its end.
  void write(std::span<const launch::Buffer> buffers) {
    auto file = files_.begin();
    for (const launch::Buffer& buffer : buffers) {
      if (!buffer.text().written) continue;
      launch::write_data(*file->stream(), buffer.text().file, buffer.data());
      if (!file->finish()) throw UsageError("cannot write " + file->name());
      ++file;
    }
  }

 private:
  std::deque<OutputFile> files_;  // which cannot be moved
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
  const gpu::LaunchShape shape{.blocks = launch::parse_extent("--grid", options.grid),
                               .threads = launch::parse_extent("--block", options.block),
                               .shared_bytes = options.shared_bytes};
  const Config config = effective_config(options.machine);
  const SystemChoice system = choose_system(options, config);
  const isa::Program program = load_program(options);
  const gpu::KernelSignature kernel = gpu::find_kernel(program, options.kernel);
  Arguments arguments(options.arguments, kernel);
  Recording recording(options);
  std::vector<OutputName> names = buffer_outputs(arguments.buffers());
  std::ranges::copy(recording.names(), std::back_inserter(names));
  Outputs outputs(options.json, options.history, options.trace.file, names);
  BufferFiles files(arguments.buffers());

  launch::Session session(config, options.system, system.trace);
  arguments.upload(session.gpu());
  launch::Record record;
  {
    LaunchReporter reporter(options, shape, options.kernel + " " + options.system, outputs.history());
    reporter.options().recorder = recording.start(config.machine);
    reporter.options().print = [&](std::string_view text) { outputs.printed(text); };
    record = session.launch(program, kernel.symbol, shape, arguments.values(), reporter.options());
  }
  arguments.download(session.gpu());
  if (record.result.profile) name_words(*record.result.profile, arguments.buffers());
  record.peak_mib = launch::peak_resident_mib();
  files.write(arguments.buffers());
  outputs.finish(launch::result_document(record, launch_fields(options, kernel, shape, arguments), "off",
                                         options.command),
                 row("kernel", kernel.text()) + row("system", record.system) +
                     row("grid, block", shape.blocks.text() + ", " + shape.threads.text()) +
                     launch_rows(record) + buffer_rows(arguments.buffers()) +
                     row("history", record.result.history) + speed_row(record));
  recording.finish();
  return record.result.history == "pass" || record.result.history == "off" ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
