// mutated_elfs BARE KERNELS COUNT FIRST STEP FOLDER: damages two ELF files and gives them to `gputm exec` and
// to `gputm launch`: the mutants FIRST, FIRST + STEP ... below COUNT. Every mutant must end in time with an
// exit code, and an error with one line that begins with "gputm: ", or the report of a stuck run. The files
// of those that do not are left in FOLDER. GPUTM_SEED replays.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>

#include "base/types.h"
#include "fuzz/fuzz_main.h"
#include "fuzz/mutants/child_command.h"
#include "fuzz/mutants/mutation.h"

namespace gputm::fuzz {
namespace {

constexpr unsigned kSeconds = 20;  // processor time

using File = std::vector<std::uint8_t>;

File read(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) throw Error("cannot read " + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::filesystem::path& name, const File& file) {
  std::ofstream(name, std::ios::binary)
      .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
}

std::vector<std::string> exec_command(const std::string& elf) {
  return {"exec", "--max-instructions", "1000000", elf};
}

/// Mostly under the system that is simulated fastest: the program is damaged, not the system.
std::vector<std::string> launch_command(const std::string& elf, std::uint64_t number) {
  const char* const system = number % 16 == 0 ? "kilo" : number % 16 == 1 ? "serial" : "ideal";
  return {"launch",
          elf,
          "target",
          "--tm",
          system,
          "--grid",
          "2",
          "--block",
          "34",
          "--set",
          "core.count=2",
          "--set",
          "partition.count=2",
          "--set",
          "memory.min_latency=60",
          "--set",
          "l2.commit_unit_latency=20",
          "--set",
          "interconnect.concentration=1",
          "--set",
          "run.max_cycles=200000",
          "--set",
          "tx.watchdog_cycles=1000",
          "--buffer",
          "words:zero:512",
          "--buffer",
          "values:zero:320",
          "--arg",
          "u32:2"};
}

/// The error in how a command ended, or nothing.
std::string wrong(const Ended& ended, bool launched) {
  if (ended.signal == SIGXCPU || ended.signal == SIGKILL)
    return "still runs after " + std::to_string(kSeconds) + " s";
  if (ended.signal != 0) return "signal " + std::to_string(ended.signal);
  if (ended.messages.find("internal error") != std::string::npos) return ended.messages;
  if (launched && ended.exit_code != 0 && ended.messages.find("gputm: ") == std::string::npos)
    return "exit code " + std::to_string(ended.exit_code) + " without a message: " + ended.messages;
  return {};
}

struct Share {
  File bare, kernels;
  std::uint64_t count = 0, first = 0, step = 1, seed = 0;
  std::filesystem::path folder;

  tb::Rng random(std::uint64_t number) const { return tb::Rng(seed * 1'000'003 + number); }

  /// Whether the mutant with this number ended as required.
  bool passes(std::uint64_t number) const {
    tb::Rng damage = random(number);
    const std::string name = std::to_string(seed) + "_" + std::to_string(number) + ".elf";
    bool pass = true;
    for (const bool launched : {false, true}) {
      const std::filesystem::path file = folder / ((launched ? "launch_" : "exec_") + name);
      write(file, mutated(launched ? kernels : bare, damage));
      const std::string problem = wrong(
          run_command(launched ? launch_command(file, number) : exec_command(file), kSeconds), launched);
      if (problem.empty()) {
        std::filesystem::remove(file);
        continue;
      }
      std::cout << "FAILED " << file.string() << ": " << problem.substr(0, problem.find('\n')) << std::endl;
      pass = false;
    }
    return pass;
  }
};

/// Both undamaged files must run to their end, or damage would show nothing.
void check_whole_files(const Share& share) {
  write(share.folder / "whole.elf", share.bare);
  const Ended executed = run_command(exec_command(share.folder / "whole.elf"), kSeconds);
  write(share.folder / "whole.elf", share.kernels);
  const Ended launched = run_command(launch_command(share.folder / "whole.elf", 0), kSeconds);
  std::filesystem::remove(share.folder / "whole.elf");
  if (executed.exit_code != (4 * 88 & 0xff) || launched.exit_code != 0)
    throw Error("the undamaged files end with " + std::to_string(executed.exit_code) + " and " +
                std::to_string(launched.exit_code) + ": " + executed.messages + launched.messages);
}

int run(std::span<const std::string> arguments) {
  if (arguments.size() != 6) throw Error("mutated_elfs BARE KERNELS COUNT FIRST STEP FOLDER");
  const char* const seed = std::getenv("GPUTM_SEED");
  const Share share{.bare = read(arguments[0]),
                    .kernels = read(arguments[1]),
                    .count = std::stoull(arguments[2]),
                    .first = std::stoull(arguments[3]),
                    .step = std::stoull(arguments[4]),
                    .seed = seed == nullptr ? 1 : std::stoull(seed),
                    .folder = arguments[5]};
  check_whole_files(share);
  bool pass = true;
  for (std::uint64_t number = share.first; number < share.count; number += share.step) {
    pass = share.passes(number) && pass;
    std::cout << "mutant " << number << std::endl;
  }
  return pass ? 0 : 1;
}

}  // namespace
}  // namespace gputm::fuzz

int main(int argc, char** argv) { return gputm::fuzz::fuzz_main(argc, argv, gputm::fuzz::run); }
