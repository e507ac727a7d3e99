// gputm._native: calls into the layers of the command. Results are JSON texts, as the command writes them;
// what is friendly to users of Python is in the package (sim/python/gputm).
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/comparison.h"
#include "app/config_document.h"
#include "app/kernel_launch.h"
#include "app/report.h"
#include "app/sweep/sweep_run.h"
#include "base/child_process.h"
#include "base/logging.h"
#include "base/version.h"
#include "engines/installation.h"
#include "engines/systems.h"
#include "launch/result_document.h"
#include "launch/revision.h"
#include "python/call_watcher.h"
#include "python/python_errors.h"
#include "workloads/workload.h"

namespace gputm::python {
namespace {

namespace nb = nanobind;
using nlohmann::ordered_json;

std::string text(const ordered_json& document) {
  return document.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

/// Value of an option; the package gives all of them.
template <typename T>
T option(const nb::dict& options, const char* name) {
  return nb::cast<T>(options[name]);
}

app::MachineOptions machine_options(const nb::dict& options) {
  return {.config = option<std::string>(options, "config"),
          .settings = option<std::vector<std::string>>(options, "settings"),
          .seed = option<std::optional<std::uint32_t>>(options, "seed")};
}

void read_gpu_options(const nb::dict& options, app::GpuOptions& run) {
  run.system = option<std::string>(options, "tm");
  run.machine = machine_options(options);
  run.check_history = option<bool>(options, "check_history");
  run.threads = option<std::uint32_t>(options, "threads");
  run.profile = option<bool>(options, "profile");
  run.progress = option<bool>(options, "progress_line");
}

std::string run(const std::string& workload, const nb::dict& options, nb::object progress) {
  app::RunOptions run;
  read_gpu_options(options, run);
  run.workload = workload;
  CallWatcher watcher(std::move(progress));
  const nb::gil_scoped_release unlocked;
  app::RunStreams streams;
  streams.watch = watcher.watch();
  return text(app::result_json(app::run_workload(run, streams)));
}

/// Calls `take` with each result, in order.
void compare(std::vector<std::string> workloads, std::vector<std::string> systems, bool full,
             const nb::dict& options, const nb::callable& take) {
  app::CompareOptions comparison;
  comparison.workloads = std::move(workloads);
  comparison.systems = std::move(systems);
  comparison.full = full;
  comparison.machine = machine_options(options);
  CallWatcher watcher{nb::none()};
  const nb::gil_scoped_release unlocked;
  const std::vector<app::RunOptions> runs = app::comparison_runs(comparison);
  app::ParallelRuns reports(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string result =
        text(app::result_json(reports.report(i, [&watcher] { watcher.look_for_signals(); })));
    const nb::gil_scoped_acquire lock;
    take(result);
  }
}

gpu::ValueType value_type(const std::string& name) {
  if (const auto type = gpu::value_type(name)) return *type;
  throw Error("there is no type " + name);
}

/// Contents of an object with contiguous memory.
std::vector<std::byte> contents(nb::handle object) {
  Py_buffer view;
  if (PyObject_GetBuffer(object.ptr(), &view, PyBUF_SIMPLE) != 0) throw nb::python_error();
  const auto* const begin = static_cast<const std::byte*>(view.buf);
  std::vector<std::byte> bytes(begin, begin + view.len);
  PyBuffer_Release(&view);
  return bytes;
}

/// `arguments`: (name, type or "", numbers as text), more than one of a vector; (name, "local", bytes as text
/// in a list), and (name, type of its elements, shape, memory, whether it is writable).
app::KernelArguments kernel_arguments(const nb::list& arguments) {
  app::KernelArguments kernel;
  for (const nb::handle item : arguments) {
    const auto given = nb::cast<nb::tuple>(item);
    const auto name = nb::cast<std::string>(given[0]), type = nb::cast<std::string>(given[1]);
    if (given.size() == 5) {
      kernel.add(launch::Buffer(
          name, {value_type(type), nb::cast<std::vector<std::size_t>>(given[2]), contents(given[3])},
          nb::cast<bool>(given[4])));
      continue;
    }
    auto values = nb::cast<std::vector<std::string>>(given[2]);
    const std::string typed = type + ":" + values.front();
    if (type.empty()) {
      kernel.add_untyped(name, std::move(values));
    } else {
      kernel.add(opencl::parse_argument(typed), typed);
    }
  }
  return kernel;
}

void print(std::string_view printed) {
  const nb::gil_scoped_acquire lock;
  nb::module_::import_("sys").attr("stdout").attr("write")(nb::str(printed.data(), printed.size()));
}

/// Returns the result, and for each buffer its contents, or None if the kernel has a pointer to const.
nb::tuple launch_kernel(const std::string& program, const std::string& kernel, const nb::dict& options,
                        const nb::list& arguments, nb::object progress) {
  app::LaunchOptions launch;
  read_gpu_options(options, launch);
  launch.program = program;
  launch.kernel = kernel;
  launch.grid = option<std::string>(options, "grid");
  launch.block = option<std::string>(options, "block");
  launch.shared_bytes = option<std::uint32_t>(options, "shared_bytes");
  launch.xlen = option<std::optional<unsigned>>(options, "xlen");
  launch.offset = option<std::string>(options, "offset");
  launch.compiler_flags = option<std::string>(options, "cflags");
  app::KernelLaunch run(launch, kernel_arguments(arguments));
  CallWatcher watcher(std::move(progress));
  std::string result;
  {
    const nb::gil_scoped_release unlocked;
    try {
      run.compile([&watcher] { return watcher.stop(); });
    } catch (const Stopped&) {
      watcher.rethrow();
      throw;
    }
    const launch::Record record =
        run.run({.history = nullptr, .recording = nullptr, .print = print, .watch = watcher.watch()});
    result = text(launch::result_document(record, run.fields(), "off"));
  }
  nb::list buffers;
  for (const launch::Buffer& buffer : run.buffers()) {
    const std::vector<std::byte>& bytes = buffer.data().bytes;
    buffers.append(buffer.text().written ? nb::object(nb::bytes(bytes.data(), bytes.size())) : nb::none());
  }
  return nb::make_tuple(result, buffers);
}

/// Runs a sweep's points. Returns the name of each failed point with its reason. `document`: TOML; none: that
/// of the file `path`.
nb::dict sweep(const std::string& path, const std::optional<std::string>& document, const nb::dict& options) {
  app::SweepOptions sweep;
  sweep.file = path;
  sweep.out = option<std::string>(options, "out");
  sweep.size = option<std::string>(options, "size");
  sweep.jobs = option<std::uint32_t>(options, "jobs");
  sweep.time_limit = option<std::uint32_t>(options, "time_limit");
  sweep.fresh = option<bool>(options, "fresh");
  sweep.any_revision = option<bool>(options, "any_revision");
  sweep.progress = option<bool>(options, "progress");
  CallWatcher watcher{nb::none()};
  app::SweepOutcome outcome;
  {
    const nb::gil_scoped_release unlocked;
    const app::SweepFile file = document ? app::parse_sweep(*document, path) : app::load_sweep(path);
    const std::vector<app::SweepPoint> points = app::points_of(file, sweep.size);
    app::ResultFolder folder = app::result_folder(sweep, file, engines::installation_prefix() / "bin/gputm");
    outcome =
        app::run_sweep(sweep, file, points, folder, [&watcher](std::size_t) { watcher.look_for_signals(); });
  }
  nb::dict failed;
  for (const auto& [id, why] : outcome.failed) failed[id.c_str()] = why;
  return failed;
}

std::string keys() {
  auto list = ordered_json::array();
  for (const KeyDefault& key : app::all_keys()) {
    const bool number = key.choices.empty();
    list.push_back({{"name", key.name},
                    {"unit", key.unit},
                    {"range", key.range()},
                    {"default", number ? ordered_json(key.initial) : ordered_json(key.choices[key.initial])},
                    {"description", key.description}});
  }
  return text(list);
}

std::string workload_list() {
  auto list = ordered_json::array();
  for (const workloads::WorkloadInfo& info : workloads::all_workloads()) {
    ordered_json sizes = ordered_json::object();
    for (const workloads::WorkloadKey& key : info.keys) sizes[std::string(key.name)] = key.default_value;
    list.push_back({{"name", info.name}, {"description", info.summary}, {"sizes", sizes}});
  }
  return text(list);
}

std::string system_list() {
  auto list = ordered_json::array();
  for (const tm::SystemInfo& info : engines::systems())
    list.push_back({{"name", info.name}, {"description", info.description}});
  return text(list);
}

std::vector<std::string> machine_list() { return {builtin_configs().begin(), builtin_configs().end()}; }

}  // namespace
}  // namespace gputm::python

NB_MODULE(_native, module) {
  namespace python = gputm::python;
  gputm::init_logging("warning");
  python::translate_errors();
  module.def("run", python::run);
  module.def("compare", python::compare);
  module.def("launch", python::launch_kernel);
  module.def("sweep", python::sweep, nanobind::arg("path"), nanobind::arg("document").none(),
             nanobind::arg("options"));
  module.def("keys", python::keys);
  module.def("workloads", python::workload_list);
  module.def("systems", python::system_list);
  module.def("machines", python::machine_list);
  module.attr("prefix") = gputm::engines::installation_prefix().string();
  module.attr("version") = gputm::kVersion;
  module.attr("revision") = std::string(gputm::launch::source_revision());
}
