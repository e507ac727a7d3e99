#include "app/command_line/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>

#include "base/version.h"

namespace gputm::app {
namespace {

const std::string kVersionLine = std::string("gputm ") + kVersion;
constexpr const char* kFooter =
    "Exit codes: 0 all checks pass, 1 a check fails, 2 usage or configuration, 3 the run failed.\n"
    "Documentation of keys, statistics and files: docs/ of the source tree.";

/// An option that takes a natural number; the error of anything else names the range. `Number` as `value`
/// holds it.
template <typename Number, typename Value>
CLI::Option* add_number(CLI::App& command, const char* name, Value& value, const char* help) {
  return command.add_option(name, value, help)->check([](const std::string& text) -> std::string {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return "";
    return "'" + text.substr(0, 40) + "' is outside 0.." + std::to_string(std::numeric_limits<Number>::max());
  });
}

/// An option that names a file. Only --json can mean standard output.
CLI::Option* add_file(CLI::App& command, const char* name, std::string& file, const std::string& help,
                      bool dash = false) {
  return command.add_option(name, file, help)->check([dash](const std::string& text) -> std::string {
    if (text.empty()) return "the name of the file is empty";
    return text == "-" && !dash ? "'-' is no file; standard output is for --json alone" : "";
  });
}

/// `unit`: what the waves are of.
void add_trace(CLI::App& command, TraceOptions& trace, const std::string& unit) {
  CLI::Option* file =
      add_file(command, "--trace", trace.file, "Write waves of " + unit + " to this FST file");
  add_number<std::uint64_t>(command, "--trace-start", trace.start, "First cycle of the trace")->needs(file);
  add_number<std::uint64_t>(command, "--trace-end", trace.end, "First cycle that is not traced any more")
      ->needs(file);
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

void add_history(CLI::App& command, std::string& file) {
  add_file(command, "--history", file, "Write every transaction attempt as a JSON line to this file");
}

void add_run(CLI::App& command, RunOptions& run) {
  command.add_option("workload", run.workload, "What to run; `gputm list` shows the workloads")->required();
  command.add_option("--tm", run.system, "TM system; `gputm list` shows them")->capture_default_str();
  add_machine(command, run.machine);
  add_json(command, run.json);
  add_history(command, run.history);
  command.add_flag("!--no-check-history", run.check_history, "Do not check the history of transactions");
  add_trace(command, run.trace, "a commit unit");
  command.add_option("--trace-scope", run.trace.scope, "The partition to trace")
      ->capture_default_str()
      ->needs("--trace");
}

void add_snapshot(CLI::App& command, SnapshotOptions& snapshot) {
  command.add_option("stream", snapshot.stream, "What to run; `gputm list` shows the streams")->required();
  command.add_option("--set", snapshot.settings, "Change one key: --set stream.threads=64 (repeatable)")
      ->allow_extra_args(false);
  add_number<std::uint32_t>(command, "--seed", snapshot.seed, "Seed of the stream's inputs")
      ->capture_default_str();
  add_json(command, snapshot.json);
  add_history(command, snapshot.history);
  command.add_flag("!--no-check-history", snapshot.check_history, "Do not check the history of transactions");
  add_trace(command, snapshot.trace, "the dependency unit");
}

void add_localtm(CLI::App& command, LocaltmOptions& localtm) {
  command.add_option("workload", localtm.workload, "What to run; `gputm list` shows the workloads")
      ->required();
  command.add_option("--tm", localtm.system, "Local memory; `gputm list` shows them")->capture_default_str();
  command
      .add_option("--set", localtm.settings,
                  "Change one key: --set lds.instruction_cycles=0 (repeatable); `gputm list` shows which "
                  "options of the banks are built in together")
      ->allow_extra_args(false);
  add_number<std::uint64_t>(command, "--seed", localtm.seed, "Seed of the workload's inputs")
      ->capture_default_str();
  add_json(command, localtm.json);
  add_history(command, localtm.history);
  command.add_flag("!--no-check-history", localtm.check_history, "Do not check the history of transactions");
  add_trace(command, localtm.trace, "the local memory");
}

void check_window(const TraceOptions& trace) {
  if (trace.start < trace.end) return;
  throw UsageError("--trace-start: " + std::to_string(trace.start) + " is not below --trace-end " +
                   std::to_string(trace.end));
}

/// The first line of a message, without control characters.
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

void add_list(CLI::App& command, ListOptions& options) {
  CLI::Option* keys = command.add_flag("--keys", options.keys, "The machine's keys with units and ranges");
  command
      .add_flag("--statistics", options.statistics,
                "The statistics and their definitions, as in the documentation")
      ->excludes(keys);
  command.add_flag("--markdown", options.markdown, "With --keys: as in the documentation")->needs(keys);
}

std::string one_line(std::string text) {
  text.resize(std::min(text.find('\n'), text.size()));
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return text.substr(0, 200);
}

}  // namespace

CommandLine parse_command_line(std::span<const std::string> arguments) {
  CommandLine line;
  RunOptions run;
  CompareOptions compare;
  ListOptions list;
  ExecOptions exec;
  SnapshotOptions snapshot;
  LocaltmOptions localtm;

  CLI::App app("Hardware transactional memory for GPUs, in RTL, inside a cycle-level GPU model.", "gputm");
  app.footer(kFooter);
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", kVersionLine);
  app.add_option("--log-level", line.log_level, "trace, debug, info, warning, error or off")
      ->capture_default_str();

  CLI::App* run_command = app.add_subcommand("run", "Run one workload on one machine with one TM system");
  add_run(*run_command, run);
  CLI::App* compare_command =
      app.add_subcommand("compare", "Run workloads under several systems; print one table");
  add_compare(*compare_command, compare);
  CLI::App* list_command = app.add_subcommand("list", "List workloads, systems and machines");
  add_list(*list_command, list);
  CLI::App* exec_command =
      app.add_subcommand("exec", "Run a bare user-level RV32IMAF ELF program on one lane");
  exec_command->add_option("program", exec.program, "The ELF file")->required();
  CLI::App* snapshot_command = app.add_subcommand(
      "snapshot",
      "Run a stream of transactions through the dependency unit of snapshot isolation, without a GPU");
  add_snapshot(*snapshot_command, snapshot);
  CLI::App* localtm_command =
      app.add_subcommand("localtm", "Run a workload on the transactional local memory alone");
  add_localtm(*localtm_command, localtm);

  try {
    // CLI11 takes them in reverse order.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    line.command = ShowText{app.help()};
    return line;
  } catch (const CLI::CallForVersion&) {
    line.command = ShowText{kVersionLine + "\n"};
    return line;
  } catch (const CLI::ParseError& error) {
    throw UsageError(one_line(error.what()) + " (gputm --help lists what there is)");
  }
  if (app.get_subcommands().empty())
    throw UsageError("a command is missing (gputm --help lists what there is)");
  for (const TraceOptions& trace : {run.trace, snapshot.trace, localtm.trace}) check_window(trace);
  if (run_command->parsed()) line.command = std::move(run);
  if (compare_command->parsed()) line.command = std::move(compare);
  if (list_command->parsed()) line.command = list;
  if (exec_command->parsed()) line.command = std::move(exec);
  if (snapshot_command->parsed()) line.command = std::move(snapshot);
  if (localtm_command->parsed()) line.command = std::move(localtm);
  return line;
}

}  // namespace gputm::app
