// run_kernels ELF LIBRARY COUNT SEED PLATFORM...: runs the kernels k0..k(COUNT-1) of a device program on
// every platform (kilo:32) and compares memory with the result of the same kernels in the host's library.
// Before each launch it prints "kernel platform", and below it any error, as "FAILED ...". With
// GPUTM_FUZZ_BREAK=1 it damages the host's result: everything must then fail.
#include <cstdlib>
#include <deque>
#include <iostream>
#include <span>
#include <vector>

#include "common/pointer_words.h"
#include "engines/systems.h"
#include "fuzz/fuzz_main.h"
#include "fuzz/programs/host_library.h"
#include "fuzz/programs/kernel_memory.h"
#include "fuzz/programs/random_machine.h"
#include "isa/program.h"
#include "kernels/host/host_grid.h"

namespace gputm::fuzz {
namespace {

/// A machine that runs kernels one after another; replaced after a failure.
class Target {
 public:
  Target(const Platform& platform, std::uint64_t seed)
      : platform_(platform), random_(seed), machine_(random_machine(platform_, random_)) {}

  gpu::LaunchShape shape() { return random_shape(platform_, random_); }
  tb::Rng& random() { return random_; }
  std::string name() const { return platform_.text(); }

  /// The error, or nothing.
  std::optional<std::string> run(const isa::Program& program, const std::string& kernel,
                                 const gpu::LaunchShape& shape, KernelMemory& memory) {
    try {
      if (!gpu_) make_gpu();
      gpu_->write(memory_, std::as_bytes(std::span(memory.words())));
      const auto at = [&](std::size_t word) { return static_cast<Word>(memory_ + word * sizeof(Word)); };
      const std::vector<Word> arguments =
          testing::pointer_words(program.xlen(), {at(memory.in()), at(memory.shared()), at(memory.own())});
      const gpu::LaunchResult result = gpu_->launch(program, kernel, shape, arguments);
      memory.words() = gpu_->download<Word>(memory_, memory.words().size());
      if (result.history == "pass" || result.history == "off") return {};
      return "history: " + result.history;
    } catch (const Error& error) {
      gpu_.reset();
      return error.what();
    }
  }

 private:
  static constexpr std::size_t kMostBytes = 64 << 10;

  void make_gpu() {
    gpu_.emplace(machine_, engines::make_system(platform_.system, machine_));
    memory_ = gpu_->allocate(kMostBytes);
  }

  Platform platform_;
  tb::Rng random_;
  MachineConfig machine_;
  std::optional<gpu::Gpu> gpu_;
  Address memory_ = 0;
};

KernelMemory on_host(const HostLibrary& kernels, const std::string& name, const gpu::LaunchShape& shape,
                     KernelMemory memory) {
  const HostLibrary::Kernel kernel = kernels.find(name);
  std::uint32_t* const words = memory.words().data();
  const HostLibrary::Arguments arguments{words + memory.in(), words + memory.shared(), words + memory.own()};
  tb::run_on_host(shape.blocks, shape.threads, [&] { kernel(&arguments); });
  if (std::getenv("GPUTM_FUZZ_BREAK") != nullptr) memory.words()[memory.own()] ^= 1;
  return memory;
}

/// Whether the kernel's result there equals the one on the host.
bool agrees(Target& target, const isa::Program& program, const HostLibrary& host, const std::string& kernel) {
  std::cout << kernel << ' ' << target.name() << std::endl;
  const gpu::LaunchShape shape = target.shape();
  KernelMemory memory(shape.blocks * shape.threads, target.random());
  KernelMemory expected = on_host(host, kernel, shape, memory);
  std::optional<std::string> wrong = target.run(program, kernel, shape, memory);
  memory.settle();
  expected.settle();
  if (!wrong) wrong = memory.difference(expected);
  if (wrong) {
    std::cout << "FAILED " << kernel << ' ' << target.name() << " grid " << shape.blocks.text() << " block "
              << shape.threads.text() << ": " << wrong->substr(0, wrong->find('\n')) << std::endl;
  }
  return !wrong;
}

int run(std::span<const std::string> arguments) {
  if (arguments.size() < 5) throw Error("run_kernels ELF LIBRARY COUNT SEED PLATFORM...");
  const isa::Program program = isa::Program::load(arguments[0], isa::Program::Analysis::kKernels);
  const HostLibrary host(arguments[1]);
  const std::uint64_t seed = std::stoull(arguments[3]);
  std::deque<Target> targets;
  for (const std::string& platform : arguments.subspan(4))
    targets.emplace_back(Platform::parse(platform), seed);
  bool pass = true;
  for (unsigned long number = 0; number < std::stoul(arguments[2]); ++number) {
    for (Target& target : targets) pass = agrees(target, program, host, "k" + std::to_string(number)) && pass;
  }
  return pass ? 0 : 1;
}

}  // namespace
}  // namespace gputm::fuzz

int main(int argc, char** argv) { return gputm::fuzz::fuzz_main(argc, argv, gputm::fuzz::run); }
