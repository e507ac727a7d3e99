#include "app/kernel_launch.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/kernel_checks.h"
#include "app/recording.h"
#include "engines/systems.h"
#include "launch/kernel_compiler.h"
#include "opencl/compiler/opencl_compiler.h"

namespace gputm::app {
namespace {

/// `arguments` with those of the options.
KernelArguments with_options(KernelArguments arguments, const LaunchOptions& options, bool for_opencl) {
  for (const LaunchOptions::Argument& argument : options.arguments) {
    if (argument.buffer) {
      arguments.add(launch::Buffer(launch::parse_buffer(argument.text)));
    } else {
      arguments.add(for_opencl ? opencl::parse_argument(argument.text)
                               : opencl::Argument{{launch::parse_argument(argument.text)}, {}},
                    argument.text);
    }
  }
  return arguments;
}

gpu::LaunchShape shape_of(const LaunchOptions& options) {
  return {.blocks = launch::parse_extent("--grid", options.grid),
          .threads = launch::parse_extent("--block", options.block),
          .shared_bytes = options.shared_bytes};
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

}  // namespace

void KernelArguments::add(opencl::Argument argument, std::string text) {
  given_.push_back({std::move(argument), std::move(text)});
}

void KernelArguments::add_untyped(std::string name, std::vector<std::string> values) {
  given_.push_back({{{gpu::Argument(0U)}, {}}, {}, {}, std::move(name), std::move(values)});
}

void KernelArguments::add(launch::Buffer buffer) {
  const auto name = [](const launch::Buffer& known) { return known.text().name; };
  if (std::ranges::find(buffers_, buffer.text().name, name) != buffers_.end())
    throw UsageError("--buffer: there are two of the name '" + buffer.text().name + "'");
  given_.push_back({{{gpu::pointer(0)}, {}}, {}, buffers_.size()});
  buffers_.push_back(std::move(buffer));
}

/// Throws Error. Where a parameter can have no argument, gpu::check_arguments() says so.
void KernelArguments::give_type(Given& given, const LaunchedProgram& launched, std::size_t place) {
  const gpu::KernelSignature& kernel = launched.kernel;
  try {
    if (!kernel.parameters)
      throw Error("its type is needed, since kernel " + kernel.text() + " does not tell its parameters'");
    if (given.untyped.size() > 1 && !launched.opencl)
      throw Error("is a vector, which only OpenCL kernels have");
    if (place >= kernel.parameters->size() || !(*kernel.parameters)[place].type) return;
    const gpu::ValueType type = *(*kernel.parameters)[place].type;
    given.value.numbers.clear();
    std::string values;
    for (const std::string& value : given.untyped) {
      given.value.numbers.push_back(launch::parse_number(type, value));
      values += (values.empty() ? "" : ",") + value;
    }
    const std::size_t lanes = given.untyped.size();
    given.text =
        std::string(gpu::name(type)) + (lanes == 1 ? "" : "x" + std::to_string(lanes)) + ":" + values;
  } catch (const Error& error) {
    throw Error("argument " + given.name + ": " + error.what());
  }
}

void KernelArguments::fit(const LaunchedProgram& launched) {
  const gpu::KernelSignature& kernel = launched.kernel;
  std::vector<opencl::Argument> values;
  for (std::size_t i = 0; i < given_.size(); ++i) {
    Given& given = given_[i];
    if (given.buffer) {
      const bool known = kernel.parameters && i < kernel.parameters->size();
      buffers_[*given.buffer].interpret(known ? &(*kernel.parameters)[i] : nullptr);
    } else if (given.value.local_bytes && !launched.opencl) {
      throw Error("argument " + std::to_string(i + 1) + " is local memory, which only OpenCL kernels get");
    } else if (!given.untyped.empty()) {
      give_type(given, launched, i);
    }
    values.push_back(given.value);
  }
  if (launched.opencl) {
    opencl::check_arguments(*launched.opencl, values);
  } else {
    gpu::check_arguments(kernel, this->values());
  }
}

void KernelArguments::place_local(const LaunchedProgram& launched, gpu::LaunchShape& shape) {
  constexpr std::uint32_t kAlignment = 128;  // of the largest type, long16
  shape.shared_bytes = std::max(shape.shared_bytes, shape.threads * launched.bytes_of_work_item);
  for (Given& given : given_) {
    if (!given.value.local_bytes) continue;
    const Address begin = launched.program.symbol("__shared_end");
    const Address place = (begin + shape.shared_bytes + kAlignment - 1) / kAlignment * kAlignment;
    given.value.numbers = {gpu::pointer(place)};
    shape.shared_bytes = static_cast<std::uint32_t>(place - begin) + *given.value.local_bytes;
  }
}

void KernelArguments::upload(gpu::Gpu& gpu) {
  for (Given& given : given_) {
    if (!given.buffer) continue;
    launch::Buffer& buffer = buffers_[*given.buffer];
    buffer.upload(gpu);
    given.value.numbers = {gpu::pointer(buffer.address())};
  }
}

std::vector<gpu::Argument> KernelArguments::values() const {
  std::vector<gpu::Argument> values;
  for (const Given& given : given_)
    values.insert(values.end(), given.value.numbers.begin(), given.value.numbers.end());
  return values;
}

void KernelArguments::download(const gpu::Gpu& gpu) {
  for (launch::Buffer& buffer : buffers_) buffer.download(gpu);
}

nlohmann::ordered_json KernelArguments::document() const {
  auto values = nlohmann::ordered_json::array();
  for (const Given& given : given_) {
    if (!given.buffer) {
      values.push_back(given.text);
      continue;
    }
    const launch::Buffer& buffer = buffers_[*given.buffer];
    values.push_back({{"buffer", buffer.text().name},
                      {"file", buffer.text().file.string()},
                      {"element", gpu::name(buffer.data().element)},
                      {"shape", buffer.data().shape},
                      {"written", buffer.text().written}});
  }
  return values;
}

KernelLaunch::KernelLaunch(const LaunchOptions& options, KernelArguments arguments)
    : options_(options),
      shape_(shape_of(options)),
      config_(effective_config(options)),
      system_(choose_system(options, config_)),
      opencl_(opencl::is_source(options.program)),
      compiled_(opencl_ || launch::is_source(options.program)),
      compiler_flags_(launch::split_words("--cflags", options.compiler_flags)) {
  gpu::check_shape(config_.machine, shape_);
  const std::uint32_t threads = shape_.blocks * shape_.threads;
  if (options.gdb.thread >= threads)
    throw UsageError(fmt::format("--gdb-thread: {} is outside 0..{}, the threads of the launch",
                                 options.gdb.thread, threads - 1));
  engines::make_systems(options.system, config_.machine);  // checks its keys
  const char* const unused = !compiler_flags_.empty() ? "--cflags: " : options.xlen ? "--xlen: " : nullptr;
  if (!compiled_ && unused != nullptr) {
    throw UsageError(unused + options.program +
                     " is not compiled; only .cpp, .cc, .cxx, .c++, .C, .c and .cl are");
  }
  if (!opencl_ && !options.offset.empty())
    throw UsageError("--offset: " + options.program + " is not OpenCL C");
  if (!options.offset.empty()) offset_ = launch::parse_extent("--offset", options.offset, 0);
  if (compiled_) {
    launch::check_source(options.program);
  } else {
    program_ = launch::load_program(options.program);
  }
  arguments_ = with_options(std::move(arguments), options, opencl_);
}

void KernelLaunch::compile(const std::function<bool()>& stop) {
  const isa::Xlen xlen = options_.xlen.value_or(opencl_ ? 64 : 32) == 64 ? isa::Xlen::k64 : isa::Xlen::k32;
  if (opencl_) {
    opencl::CompiledKernels compiled = opencl::compile(
        options_.program, {.xlen = xlen, .flags = compiler_flags_, .offset = offset_, .stop = stop});
    opencl::Kernel found = compiled.kernel(options_.kernel);
    gpu::KernelSignature signature = found.signature();
    launched_ = {std::move(compiled.program), std::move(signature), std::move(found),
                 compiled.bytes_of_work_item};
  } else {
    if (compiled_) program_ = launch::compile_kernel(options_.program, xlen, compiler_flags_, stop);
    gpu::KernelSignature signature = gpu::find_kernel(*program_, options_.kernel);
    launched_ = {*std::move(program_), std::move(signature), {}};
  }
  arguments_.fit(*launched_);
  if (launched_->opencl) opencl::check_block(*launched_->opencl, shape_.threads);
  arguments_.place_local(*launched_, shape_);
}

launch::Record KernelLaunch::run(const LaunchStreams& streams) {
  launch::Session session(config_, options_.system, system_.trace);
  if (streams.checks != nullptr) streams.checks->observe(session.gpu());
  arguments_.upload(session.gpu());
  launch::Record record;
  {
    const Watch watch = streams.gdb == nullptr ? streams.watch : [&](Cycle cycles, double ended) {
      streams.gdb->look();
      if (streams.watch) streams.watch(cycles, ended);
    };
    LaunchReporter reporter(options_, shape_, options_.kernel + " " + options_.system, streams.history,
                            watch);
    reporter.options().recorder =
        streams.recording == nullptr ? nullptr : streams.recording->start(config_.machine);
    reporter.options().print = streams.print;
    if (streams.gdb != nullptr) {
      reporter.options().debugger = streams.gdb;
      reporter.options().check_history = false;  // gdb may write to memory
      streams.gdb->begin_launch(session.gpu(), launched_->program,
                                [](const std::string& how) { std::cerr << "gputm: " << how << std::endl; });
    }
    try {
      record = session.launch(launched_->program, launched_->kernel.symbol, shape_, arguments_.values(),
                              reporter.options());
    } catch (const gpu::StuckError& error) {
      gpu::StuckReport report = error.report();
      name_words(report.words, arguments_.buffers());
      if (streams.gdb != nullptr) streams.gdb->failed(report.why);
      throw gpu::StuckError(std::move(report));
    } catch (const RunError& error) {
      if (streams.gdb != nullptr) streams.gdb->failed(error.what());
      throw;
    }
  }
  arguments_.download(session.gpu());
  if (record.result.profile) name_words(record.result.profile->words, arguments_.buffers());
  record.peak_mib = launch::peak_resident_mib();
  return record;
}

launch::Fields KernelLaunch::fields() const {
  const auto extent = [](const gpu::Extent& e) { return std::array{e.x, e.y, e.z}; };
  return {{"program", options_.program},         {"kernel", launched_->kernel.text()},
          {"grid", extent(shape_.blocks)},       {"block", extent(shape_.threads)},
          {"shared_bytes", shape_.shared_bytes}, {"arguments", arguments_.document()}};
}

}  // namespace gputm::app
