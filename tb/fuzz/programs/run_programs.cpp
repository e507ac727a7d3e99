// run_programs ELF RESULTS SEED PLATFORM...: calls the kernel `programs` of a device program, in which each
// thread runs a program of its own, and compares the results with those in the file, one a line. Prints like
// run_kernels.
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <vector>

#include "engines/systems.h"
#include "fuzz/fuzz_main.h"
#include "fuzz/programs/random_machine.h"
#include "isa/program.h"

namespace gputm::fuzz {
namespace {

MachineConfig machine_of(const Platform& platform, tb::Rng& random) {
  MachineConfig machine = random_machine(platform, random);
  machine.core.private_bytes = 65536;  // C programs keep their arrays on the stack
  machine.core.max_threads = std::max(machine.core.max_threads, 64U);
  machine.core.max_warps = std::max(machine.core.max_warps, machine.core.max_threads / platform.warp_width);
  machine.run.max_cycles = 1'000'000'000;
  return machine;
}

/// Return values of the threads.
std::vector<Word> results(const isa::Program& program, const Platform& platform, std::uint32_t threads,
                          std::uint64_t seed) {
  tb::Rng random(seed);
  const MachineConfig machine = machine_of(platform, random);
  gpu::Gpu gpu(machine, engines::make_system(platform.system, machine));
  const Address found = gpu.allocate(threads * sizeof(Word));
  gpu.launch(program, "programs", {.blocks = 1, .threads = threads}, {gpu::pointer(found)});
  return gpu.download<Word>(found, threads);
}

int run(std::span<const std::string> arguments) {
  if (arguments.size() < 4) throw Error("run_programs ELF RESULTS SEED PLATFORM...");
  const isa::Program program = isa::Program::load(arguments[0], isa::Program::Analysis::kKernels);
  std::ifstream file(arguments[1]);
  const std::vector<Word> expected{std::istream_iterator<Word>(file), {}};
  bool pass = true;
  for (const std::string& text : arguments.subspan(3)) {
    std::cout << "programs " << text << std::endl;
    try {
      const std::vector<Word> found =
          results(program, Platform::parse(text), static_cast<std::uint32_t>(expected.size()),
                  std::stoull(arguments[2]));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        if (found[i] == expected[i]) continue;
        pass = false;
        std::cout << "FAILED program " << i << ' ' << text << ": returned " << found[i] << " and "
                  << expected[i] << " elsewhere" << std::endl;
      }
    } catch (const Error& error) {
      pass = false;
      const std::string reason = error.what();
      std::cout << "FAILED programs " << text << ": " << reason.substr(0, reason.find('\n')) << std::endl;
    }
  }
  return pass ? 0 : 1;
}

}  // namespace
}  // namespace gputm::fuzz

int main(int argc, char** argv) { return gputm::fuzz::fuzz_main(argc, argv, gputm::fuzz::run); }
