// Command line of gputm. Depends only on base/, so that it can be fuzzed by itself.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/types.h"

namespace gputm::app {

/// Exit codes of the command; `gputm exec` ends with the program's own status instead
enum ExitCode : int {
  kExitPass = 0,
  kExitCheckFailed = 1,    ///< the result or the history is wrong
  kExitUsage = 2,          ///< wrong command line or configuration, or a file that cannot be read or written
  kExitRunFailed = 3,      ///< the run could not continue: stuck, illegal instruction, bad address ...
  kExitInterrupted = 130,  ///< SIGINT, SIGTERM or SIGHUP was received
};

/// The command line is invalid; one line
class UsageError : public Error {
 public:
  using Error::Error;
};

/// Machine and changed settings
struct MachineOptions {
  std::string config = "fx5800";
  std::vector<std::string> settings;  ///< "key=value", applied in order
  std::optional<std::uint32_t> seed;
};

struct TraceOptions {
  std::string file;                  ///< empty: no trace
  std::string scope = "partition0";  ///< the commit unit of which partition
  std::uint64_t start = 0;           ///< first traced core cycle
  std::uint64_t end = ~std::uint64_t{0};
};

/// Files of what happens in a run; the window and the partition are those of TraceOptions
struct RecordingOptions {
  std::string timeline;      ///< empty: none
  std::string konata;        ///< empty: none
  std::string instructions;  ///< empty: none
  std::string filter;        ///< of the instructions, as "core=0,warp=2"; empty: all
  std::uint32_t most_mib = 256;
};

/// Options of a run on a GPU and of its result, common to `gputm run` and `gputm launch`
struct GpuOptions {
  std::string system = "kilo";
  MachineOptions machine;
  std::string json;     ///< file, "-" for standard output, empty for none
  std::string history;  ///< file for every attempt as a JSON line, empty for none
  std::string checks;   ///< checkers, comma separated; empty: none
  bool check_history = true;
  bool check_opacity = false;
  std::uint32_t threads = 1;  ///< host threads, 1..kMostHostThreads; 0: 2 if there are two processors
  bool mix_ways = false;      ///< divide the work among them in all possible ways in turn, for tests
  bool profile = false;       ///< record where time goes and why transactions abort, for the JSON
  TraceOptions trace;
  RecordingOptions recording;
  bool progress = true;  ///< show progress on a terminal
  std::string command;   ///< the command line, for the JSON
};

struct RunOptions : GpuOptions {
  std::string workload;
  std::map<std::string, std::string, std::less<>> files;  ///< files of the workload, by option ("image")
};

/// Session with gdb
struct GdbOptions {
  std::optional<std::uint16_t> port;  ///< none: no session; 0: a free one
  std::uint32_t thread = 0;           ///< its warp is debugged
};

/// Any kernel of any ELF file or source file
struct LaunchOptions : GpuOptions {
  struct Argument {
    bool buffer = false;  ///< --buffer, not --arg
    std::string text;
  };
  std::string program;
  std::string kernel;
  std::string grid = "1";
  std::string block = "32";
  std::vector<Argument> arguments;  ///< in command-line order
  std::uint32_t shared_bytes = 0;
  std::optional<unsigned> xlen;  ///< of a source to compile; none: 32 for C++, 64 for OpenCL
  std::string offset;            ///< of OpenCL's global ids; empty: 0
  GdbOptions gdb;
  std::string compiler_flags;
};

struct CompareOptions {
  std::vector<std::string> workloads = {"atm", "ht-h"};
  std::vector<std::string> systems = {"ideal", "kilo", "lock", "serial"};
  bool full = false;  ///< the papers' sizes, even if they take minutes under the serial system
  std::string json;   ///< "" none, "-" standard output
  MachineOptions machine;
  std::string command;  ///< the command line, for the JSON
};

struct ListOptions {
  bool keys = false;
  bool statistics = false;
  bool markdown = false;  ///< in the form of the documentation
};

struct ExecOptions {
  std::string program;
  std::uint64_t max_instructions = 0;  ///< 0: no limit
};

/// Readable form of the profile in a result's JSON
struct ReportOptions {
  std::string file;
  std::string html;  ///< page to write; empty: text to standard output
};

/// Sweep of runs, described by a file
struct SweepOptions {
  std::string file;
  std::string out;  ///< folder of the results; empty: results/NAME
  std::string size = "full";
  std::uint32_t jobs = 0;        ///< concurrent runs; 0: as many as there are processors
  std::uint32_t time_limit = 0;  ///< seconds per point; 0: limit of the file
  bool fresh = false;            ///< ignore present results
  bool any_revision = false;     ///< accept results of other revisions of gputm
  bool dry_run = false;
  bool list = false;
  std::string point;     ///< run only this point; empty: all
  bool progress = true;  ///< print a line for each ended point
};

/// Figures and tables of the results of sweeps.
struct PlotOptions {
  std::vector<std::string> folders;
  std::string out;                   ///< folder of the files; empty: `figures` in the first results folder
  std::string sweep;                 ///< file that describes the figures; empty: the one beside the results
  std::string page;                  ///< page that shows the figures; empty: none
  std::vector<std::string> figures;  ///< names; empty: all figures and tables
  std::vector<std::string> into;     ///< pages that tables are written into
};

/// Compilation of CUDA programs; the arguments are nvcc's
struct NvccOptions {
  std::vector<std::string> arguments;
};

/// Run of a CUDA program; what is empty here is left to the environment (docs/guide/cuda.md)
struct RunCudaOptions {
  std::string source;
  std::vector<std::string> arguments;  ///< of the program
  std::string system;
  std::string config;
  std::vector<std::string> settings;
  std::string checks;
  std::string json;  ///< file
  bool profile = false;
  std::string instructions, filter;  ///< as in RecordingOptions
  std::optional<std::uint64_t> trace_start, trace_end;
  std::optional<std::uint32_t> threads;  ///< as in GpuOptions
  GdbOptions gdb;
  std::string compiler_flags;
};

/// Print help or version and stop
struct ShowText {
  std::string text;
};

struct CommandLine {
  std::string log_level = "warning";
  std::variant<ShowText, RunOptions, LaunchOptions, CompareOptions, ListOptions, ExecOptions, ReportOptions,
               SweepOptions, PlotOptions, NvccOptions, RunCudaOptions>
      command;
};

/// Parses the arguments after the program's name. Throws UsageError.
CommandLine parse_command_line(std::span<const std::string> arguments);

}  // namespace gputm::app
