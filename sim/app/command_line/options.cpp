#include "app/command_line/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <map>

#include "base/host_threads.h"
#include "base/version.h"

namespace gputm::app {
namespace {

const std::string kVersionLine = std::string("gputm ") + kVersion;
constexpr const char* kFooter =
    "Exit codes: 0 all checks pass, 1 a check fails, 2 usage or configuration, 3 the run failed,\n"
    "130 interrupted.\n"
    "Documentation of keys, statistics and files: docs/ of the source tree.";

/// Adds an option for a natural number of type `Number`, the type of `value`; error messages name the range.
template <typename Number, typename Value>
CLI::Option* add_number(CLI::App& command, const char* name, Value& value, const char* help,
                        Number most = std::numeric_limits<Number>::max()) {
  return command.add_option(name, value, help)->check([most](const std::string& text) -> std::string {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number <= most) return "";
    const std::string_view digits = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
    const bool whole = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    const std::string range = " 0.." + std::to_string(most);
    return "'" + text.substr(0, 40) + (whole ? "' is outside" + range : "' is not a whole number in" + range);
  });
}

/// Adds an option for a file name. Only --json can mean standard output.
CLI::Option* add_file(CLI::App& command, const char* name, std::string& file, const std::string& help,
                      bool dash = false) {
  return command.add_option(name, file, help)->check([dash](const std::string& text) -> std::string {
    if (text.empty()) return "the name of the file is empty";
    return text == "-" && !dash ? "'-' is no file; standard output is for --json alone" : "";
  });
}

void add_machine(CLI::App& command, MachineOptions& machine) {
  command.add_option("--config", machine.config, "Machine: a name that `gputm list` shows, or a .toml file")
      ->capture_default_str();
  command.add_option("--set", machine.settings, "Change one key: --set core.count=4 (repeatable)")
      ->allow_extra_args(false);
  add_number<std::uint32_t>(command, "--seed", machine.seed, "Seed of the workload's inputs (run.seed)");
}

void add_json(CLI::App& command, std::string& file) {
  add_file(command, "--json", file,
           "Write the result as JSON to this file ('-': standard output, and no table)", true);
}

void add_checks(CLI::App& command, std::string& checks) {
  command.add_option(
      "--check", checks,
      "Checkers of the kernels, comma separated: memory, race, sync, or all; exit code 1 if one "
      "finds something");
}

void add_profile(CLI::App& command, bool& profile) {
  command
      .add_flag("--profile", profile,
                "Record in the JSON the time of source lines, and why transactions abort; `gputm report` "
                "shows it")
      ->needs("--json");
}

void add_instructions(CLI::App& command, std::string& file, std::string& filter) {
  add_file(command, "--trace-instructions", file, "Write every issued instruction as a line to this file");
  command.add_option("--trace-filter", filter,
                     "Instructions in it: core=, warp=, block= or thread=, each a number or a range, comma "
                     "separated: core=0,warp=2-3");
}

template <typename Value>
CLI::Option* add_threads(CLI::App& command, Value& threads) {
  return add_number<std::uint32_t>(
      command, "--threads", threads,
      "Threads that simulate, 1 to 64 (0: 2 where there are two processors); the result is the same",
      kMostHostThreads);
}

void add_gdb(CLI::App& command, GdbOptions& gdb) {
  CLI::Option* const port = add_number<std::uint16_t>(
      command, "--gdb", gdb.port,
      "Wait for gdb at this port of this machine (0: a free one), and let it debug a warp");
  add_number<std::uint32_t>(command, "--gdb-thread", gdb.thread,
                            "The warp of this thread of a launch (default: 0)")
      ->needs(port);
}

void add_gpu(CLI::App& command, GpuOptions& run) {
  command.add_option("--tm", run.system, "TM system; `gputm list` shows them")->capture_default_str();
  add_machine(command, run.machine);
  add_json(command, run.json);
  add_file(command, "--history", run.history, "Write every transaction attempt as a JSON line to this file");
  CLI::Option* const unchecked =
      command.add_flag("!--no-check-history", run.check_history, "Do not check the history of transactions");
  command
      .add_flag("--check-opacity", run.check_opacity,
                "Check that aborted attempts, too, have read one state (always so under getm)")
      ->excludes(unchecked);
  add_checks(command, run.checks);
  run.threads = 0;
  add_threads(command, run.threads)->capture_default_str();
  add_profile(command, run.profile);
  add_file(command, "--trace", run.trace.file, "Write waves of a commit unit to this FST file");
  add_file(command, "--timeline", run.recording.timeline,
           "Write what warps and commit units do to this JSON file, for ui.perfetto.dev");
  add_file(command, "--konata", run.recording.konata,
           "Write the pipeline of a commit unit to this file, for Konata");
  add_instructions(command, run.recording.instructions, run.recording.filter);
  add_number<std::uint64_t>(command, "--trace-start", run.trace.start, "First cycle in these four files");
  add_number<std::uint64_t>(command, "--trace-end", run.trace.end,
                            "First cycle that is not in them any more");
  command.add_option("--trace-scope", run.trace.scope, "The partition of --trace and --konata")
      ->capture_default_str();
  add_number<std::uint32_t>(command, "--trace-mib", run.recording.most_mib,
                            "Length in MiB at which the last three end")
      ->capture_default_str();
}

void add_run(CLI::App& command, RunOptions& run) {
  command.add_option("workload", run.workload, "What to run; `gputm list` shows the workloads")->required();
  add_gpu(command, run);
  const auto add_own = [&](const char* option, const char* help) {
    command.add_option_function<std::string>(
        std::string("--") + option, [&run, option](const std::string& file) { run.files[option] = file; },
        help);
  };
  add_own("image", "cc: a PGM file to segment, instead of an image that we make");
  add_own("cut", "cc: write what is cut out to this PGM file, white");
  add_own("baskets",
          "ap: a file with a basket a line, the numbers of its items, instead of baskets that we make");
}

constexpr const char* kLaunchFooter =
    "Arguments are those of the kernel, in its order:\n"
    "  --arg TYPE:VALUE           a number; TYPE is u8, u16, u32, u64, i8, i16, i32, i64, f32, f64 or bool\n"
    "  --arg TYPExN:VALUE,...     OpenCL: a vector, such as f32x4:1,2,3,4\n"
    "  --arg local:BYTES          OpenCL: a pointer to local memory of this size\n"
    "  --buffer NAME:FILE         a pointer to device memory with the contents of FILE\n"
    "  --buffer NAME:FILE:rw      the same, written back to FILE after the launch\n"
    "  --buffer NAME:FILE:w:BYTES zeros, written to FILE after the launch\n"
    "  --buffer NAME:zero:BYTES   zeros\n"
    "FILE is NumPy's if it ends in .npy, text if in .csv (elements as the kernel's parameter has them), else "
    "raw\n"
    "bytes. Example:\n"
    "  gputm launch saxpy.cpp saxpy --grid 8 --block 128 --arg u32:1000 --arg f32:2.5 --buffer x:x.npy \\\n"
    "      --buffer y:y.npy:rw";

/// Arguments in the order of the command line: CLI11 keeps each option's values separately.
std::vector<LaunchOptions::Argument> arguments_in_order(const CLI::App& command) {
  std::map<const CLI::Option*, std::size_t> taken;
  std::vector<LaunchOptions::Argument> arguments;
  for (const CLI::Option* option : command.parse_order()) {
    const bool buffer = option->get_name() == "--buffer";
    if (buffer || option->get_name() == "--arg")
      arguments.push_back({buffer, option->results().at(taken[option]++)});
  }
  return arguments;
}

void add_launch(CLI::App& command, LaunchOptions& launch) {
  command.footer(kLaunchFooter);
  command
      .add_option("program", launch.program,
                  "An ELF file, or device C++ (.cpp, .c ...) or OpenCL C (.cl) to compile first")
      ->required();
  command.add_option("kernel", launch.kernel, "The kernel's name in C++, or its symbol")->required();
  command.add_option("--grid", launch.grid, "Blocks: X, XxY or XxYxZ")->capture_default_str();
  command.add_option("--block", launch.block, "Threads of a block: X, XxY or XxYxZ")->capture_default_str();
  command.add_option("--arg", "The kernel's next argument, a number: TYPE:VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--buffer", "The kernel's next argument, a pointer: NAME:FILE[:r|rw], ...")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_number<std::uint32_t>(command, "--shared", launch.shared_bytes,
                            "Bytes of shared memory of a block, besides the kernel's SHARED variables");
  command
      .add_option("--xlen", launch.xlen,
                  "Bits of registers and pointers to compile for: 32 (default for C++) or 64 (for OpenCL)")
      ->check(CLI::IsMember({32, 64}));
  command.add_option("--offset", launch.offset, "OpenCL: offset of the global ids: X, XxY or XxYxZ");
  command.add_option("--cflags", launch.compiler_flags, "Compiler flags, one or more words as in a shell");
  add_gpu(command, launch);
  add_gdb(command, launch.gdb);
  command.get_option("--gdb")->excludes("--check-opacity");  // gdb may write to memory
}

/// Checks for windows and scopes without an effect.
void check_recordings(const CLI::App& command, const GpuOptions& run) {
  if (run.recording.instructions.empty() && command.count("--trace-filter") != 0)
    throw UsageError("--trace-filter needs --trace-instructions");
  if (!run.trace.file.empty() || !run.recording.timeline.empty() || !run.recording.konata.empty() ||
      !run.recording.instructions.empty())
    return;
  for (const char* option : {"--trace-start", "--trace-end", "--trace-scope", "--trace-mib"}) {
    if (command.count(option) != 0)
      throw UsageError(std::string(option) + " needs --trace, --timeline, --konata or --trace-instructions");
  }
}

void check_window(const TraceOptions& trace) {
  if (trace.start < trace.end) return;
  throw UsageError("--trace-start: " + std::to_string(trace.start) + " is not below --trace-end " +
                   std::to_string(trace.end));
}

void add_compare(CLI::App& command, CompareOptions& options) {
  command.add_option("--workloads", options.workloads, "Workloads, comma separated")
      ->delimiter(',')
      ->capture_default_str();
  command.add_option("--tm", options.systems, "Systems, comma separated")
      ->delimiter(',')
      ->capture_default_str();
  command.add_flag("--full", options.full, "The papers' sizes, which take serial minutes");
  add_machine(command, options.machine);
  add_json(command, options.json);
}

void add_report(CLI::App& command, ReportOptions& report) {
  command.add_option("file", report.file, "The JSON of a run or launch with --profile")->required();
  add_file(command, "--html", report.html, "Write a page with plots to this file, in place of the text");
}

constexpr const char* kSweepFooter =
    "A point is a run of one workload on one machine with one system, its keys and its seed, as a process of "
    "its own.\n"
    "A point whose result is in the folder is not run again, unless the sweep's definition of it or gputm's "
    "revision\n"
    "has changed; points that failed are. FOLDER/failed has their errors. An interrupted sweep goes on with "
    "the same\n"
    "command. docs/guide/sweeps.md describes the file.";

void add_sweep(CLI::App& command, SweepOptions& sweep) {
  command.footer(kSweepFooter);
  add_file(command, "file", sweep.file, "The sweep's TOML file")->required();
  add_file(command, "--out", sweep.out,
           "Folder of the results (default: results/NAME, or results/NAME-SIZE)");
  command.add_option("--size", sweep.size, "Sizes of the workloads: a table of the file's [sizes], or full")
      ->capture_default_str();
  add_number<std::uint32_t>(command, "--jobs", sweep.jobs, "Points at a time; 0: as many as processors")
      ->capture_default_str();
  add_number<std::uint32_t>(command, "--time-limit", sweep.time_limit,
                            "Seconds that a point may take; 0: what the file says")
      ->capture_default_str();
  CLI::Option* fresh = command.add_flag("--fresh", sweep.fresh, "Run all points, whatever is there");
  command.add_flag("--any-revision", sweep.any_revision, "Results of other revisions of gputm count, too")
      ->excludes(fresh);
  CLI::Option* dry = command.add_flag("--dry-run", sweep.dry_run, "Show the points and which would be run");
  CLI::Option* list =
      command.add_flag("--list", sweep.list, "Print the names of the points, one a line")->excludes(dry);
  command.add_option("--point", sweep.point, "Run this point alone")->excludes(dry)->excludes(list);
}

constexpr const char* kPlotFooter =
    "The sweep's file describes its figures and tables (docs/guide/sweeps.md). A figure becomes NAME.svg and "
    "NAME.csv, a table\n"
    "NAME.md. Needs Python with pandas and matplotlib: `make plot-tools` installs them into .venv; "
    "GPUTM_PYTHON names\n"
    "another Python.";

void add_plot(CLI::App& command, PlotOptions& plot) {
  command.footer(kPlotFooter);
  command.add_option("folders", plot.folders, "Folders of results of `gputm sweep`")->required();
  add_file(command, "--out", plot.out,
           "Folder of figures and tables (default: figures/ in the first folder)");
  add_file(command, "--sweep", plot.sweep,
           "Take figures and tables from this file, not from the one of the results");
  add_file(command, "--page", plot.page, "Write a page in Markdown that shows the figures");
  command.add_option("--figure", plot.figures, "Make this figure or table alone (repeatable)")
      ->allow_extra_args(false);
  command
      .add_option("--into", plot.into,
                  "Put each table into this page, between <!-- NAME --> and <!-- end --> (repeatable)")
      ->allow_extra_args(false);
}

constexpr const char* kNvccFooter =
    "Takes nvcc's options: -o, -c, -I, -D, -std, -O, -Xcompiler ...; those about NVIDIA's machines (-arch "
    "...) "
    "have no\n"
    "effect. The program runs by itself; GPUTM_TM, GPUTM_CONFIG and GPUTM_SET set its machine, as --tm, "
    "--config "
    "and\n"
    "--set of `gputm run-cuda`. docs/guide/cuda.md has the rest.";

void add_run_cuda(CLI::App& command, RunCudaOptions& run) {
  command.footer(
      "Options that are not given are taken from GPUTM_TM, GPUTM_CONFIG, GPUTM_SET, GPUTM_CHECK, "
      "GPUTM_JSON, GPUTM_PROFILE, GPUTM_THREADS and GPUTM_TRACE_... The exit code is the "
      "program's.\nExample: gputm "
      "run-cuda histogram.cu --tm warptm -- 1024 "
      "-v");
  command.add_option("source", run.source, "The program: a .cu file")->required();
  command.add_option("arguments", run.arguments, "Arguments of the program, after --");
  command.add_option("--tm", run.system, "TM system; `gputm list` shows them");
  command.add_option("--config", run.config, "Machine: a name that `gputm list` shows, or a .toml file");
  command.add_option("--set", run.settings, "Change one key: --set core.count=4 (repeatable)")
      ->allow_extra_args(false);
  add_checks(command, run.checks);
  command.add_option("--cflags", run.compiler_flags,
                     "Options of `gputm nvcc`, and further sources, one or more words as in a shell");
  add_file(command, "--json", run.json, "Write the results of all launches as JSON to this file");
  add_profile(command, run.profile);
  add_instructions(command, run.instructions, run.filter);
  add_number<std::uint64_t>(command, "--trace-start", run.trace_start, "First cycle in it");
  add_number<std::uint64_t>(command, "--trace-end", run.trace_end, "First cycle that is not in it any more");
  add_threads(command, run.threads);
  add_gdb(command, run.gdb);
}

void add_list(CLI::App& command, ListOptions& options) {
  CLI::Option* keys = command.add_flag("--keys", options.keys, "The machine's keys with units and ranges");
  command
      .add_flag("--statistics", options.statistics,
                "The statistics and their definitions, as in the documentation")
      ->excludes(keys);
  command.add_flag("--markdown", options.markdown, "With --keys: as in the documentation")->needs(keys);
}

/// First line of a message, without control characters.
std::string one_line(std::string text) {
  text.resize(std::min(text.find('\n'), text.size()));
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return text.substr(0, 200);
}

/// Command line in shell syntax.
std::string command_text(std::span<const std::string> arguments) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:.,/@%";
  std::string text = "gputm";
  for (const std::string& argument : arguments) {
    const bool plain = !argument.empty() && argument.find_first_not_of(kPlain) == std::string::npos;
    std::string quoted = argument;
    for (std::size_t at = 0; !plain && (at = quoted.find('\'', at)) != std::string::npos; at += 4)
      quoted.replace(at, 1, "'\\''");
    text += plain ? " " + argument : " '" + quoted + "'";
  }
  return text;
}

}  // namespace

CommandLine parse_command_line(std::span<const std::string> arguments) {
  CommandLine line;
  RunOptions run;
  LaunchOptions launch;
  CompareOptions compare;
  ListOptions list;
  ExecOptions exec;
  ReportOptions report;
  SweepOptions sweep;
  PlotOptions plot;
  NvccOptions nvcc;
  RunCudaOptions run_cuda;

  CLI::App app("Hardware transactional memory for GPUs, in RTL, inside a cycle-level GPU model.", "gputm");
  app.footer(kFooter);
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", kVersionLine);
  app.add_option("--log-level", line.log_level, "trace, debug, info, warning, error or off")
      ->capture_default_str();

  CLI::App* run_command = app.add_subcommand("run", "Run one workload on one machine with one TM system");
  add_run(*run_command, run);
  CLI::App* launch_command =
      app.add_subcommand("launch", "Run a kernel of your own, of an ELF file or of C++");
  add_launch(*launch_command, launch);
  CLI::App* compare_command =
      app.add_subcommand("compare", "Run workloads under several systems; print one table");
  add_compare(*compare_command, compare);
  CLI::App* list_command = app.add_subcommand("list", "List workloads, systems and machines");
  add_list(*list_command, list);
  CLI::App* exec_command =
      app.add_subcommand("exec", "Run a bare user-level RV32IMAF ELF program on one lane");
  exec_command->add_option("program", exec.program, "The ELF file")->required();
  add_number<std::uint64_t>(*exec_command, "--max-instructions", exec.max_instructions,
                            "Give up after so many; 0: never")
      ->capture_default_str();
  CLI::App* report_command =
      app.add_subcommand("report", "Show where the time of a run goes, and why transactions abort");
  add_report(*report_command, report);
  CLI::App* sweep_command = app.add_subcommand("sweep", "Run many points, as a file describes them");
  add_sweep(*sweep_command, sweep);
  CLI::App* plot_command =
      app.add_subcommand("plot", "Draw the figures and write the tables of a sweep's results");
  add_plot(*plot_command, plot);
  CLI::App* nvcc_command = app.add_subcommand("nvcc", "Compile a CUDA program, as nvcc does");
  nvcc_command->footer(kNvccFooter);
  nvcc_command->prefix_command();
  CLI::App* run_cuda_command = app.add_subcommand("run-cuda", "Compile a CUDA program and run it");
  add_run_cuda(*run_cuda_command, run_cuda);

  try {
    // CLI11 requires them in reverse order.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    line.command = ShowText{app.help()};  // help of the subcommand, if there is one
    return line;
  } catch (const CLI::CallForVersion&) {
    line.command = ShowText{kVersionLine + "\n"};
    return line;
  } catch (const CLI::ParseError& error) {
    throw UsageError(one_line(error.what()) + " (gputm --help lists what there is)");
  }
  if (app.get_subcommands().empty())
    throw UsageError("a command is missing (gputm --help lists what there is)");
  for (std::string* command : {&run.command, &launch.command, &compare.command})
    *command = command_text(arguments);
  launch.arguments = arguments_in_order(*launch_command);
  for (const TraceOptions& trace : {run.trace, launch.trace}) check_window(trace);
  check_recordings(*run_command, run);
  check_recordings(*launch_command, launch);
  if (run_command->parsed()) line.command = std::move(run);
  if (launch_command->parsed()) line.command = std::move(launch);
  if (compare_command->parsed()) line.command = std::move(compare);
  if (list_command->parsed()) line.command = list;
  if (exec_command->parsed()) line.command = std::move(exec);
  if (report_command->parsed()) line.command = std::move(report);
  if (sweep_command->parsed()) line.command = std::move(sweep);
  if (plot_command->parsed()) line.command = std::move(plot);
  if (nvcc_command->parsed()) {
    nvcc.arguments = nvcc_command->remaining();
    line.command = std::move(nvcc);
  }
  if (run_cuda_command->parsed()) line.command = std::move(run_cuda);
  return line;
}

}  // namespace gputm::app
