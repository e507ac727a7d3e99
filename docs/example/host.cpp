// Runs the kernel on the GTX 480 model under KILO TM and checks its result.
#include <gputm/base/config.h>
#include <gputm/engines/systems.h>
#include <gputm/gpu/gpu.h>

#include <cstdio>
#include <numeric>

int main() try {
  constexpr gputm::Word kCounters = 256;
  const gputm::gpu::LaunchShape shape{.blocks = 16, .threads = 64};

  gputm::MachineConfig machine = gputm::load_config("gtx480").machine;
  machine.systems["kilo.warp_limit"] = "4";
  gputm::gpu::Gpu gpu(machine, gputm::engines::make_system("kilo", machine));

  const auto program = gputm::isa::Program::load(KERNEL_ELF, gputm::isa::Program::Analysis::kKernels);
  const gputm::Address counters = gpu.allocate(kCounters * sizeof(gputm::Word));
  const gputm::Word arguments[] = {counters, kCounters};
  const gputm::gpu::LaunchResult result = gpu.launch(program, "histogram", shape, arguments);

  const auto values = gpu.download<gputm::Word>(counters, kCounters);
  const gputm::Word sum = std::accumulate(values.begin(), values.end(), gputm::Word{0});
  std::printf("%llu cycles, %llu commits, %llu aborts, history: %s, sum %u\n",
              static_cast<unsigned long long>(result.cycles),
              static_cast<unsigned long long>(result.transactions.commits),
              static_cast<unsigned long long>(result.transactions.aborts), result.history.c_str(), sum);
  return result.history == "pass" && sum == 2 * shape.blocks * shape.threads ? 0 : 1;
} catch (const gputm::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
