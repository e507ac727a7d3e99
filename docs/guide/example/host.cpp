// Runs the kernel on the GTX 480 model under KILO TM, checks its result and prints the launch as JSON.
#include <gputm/base/config.h>
#include <gputm/launch/result_document.h>
#include <gputm/launch/session.h>

#include <cstdio>
#include <numeric>

int main() try {
  constexpr gputm::Word kCounters = 256;
  const gputm::gpu::LaunchShape shape{.blocks = 16, .threads = 64};

  gputm::Config config = gputm::load_config("gtx480");
  config.machine.systems["kilo.warp_limit"] = "4";
  gputm::launch::Session session(config, "kilo");

  const auto program = gputm::isa::Program::load(KERNEL_ELF, gputm::isa::Program::Analysis::kKernels);
  const gputm::Address counters = session.gpu().allocate(kCounters * sizeof(gputm::Word));
  const gputm::gpu::Argument arguments[] = {gputm::gpu::pointer(counters), kCounters};
  const gputm::launch::Record record = session.launch(program, "histogram", shape, arguments);

  const auto values = session.gpu().download<gputm::Word>(counters, kCounters);
  const gputm::Word sum = std::accumulate(values.begin(), values.end(), gputm::Word{0});
  const bool right = sum == 2 * shape.blocks * shape.threads;
  const auto document = gputm::launch::result_document(record, {{"kernel", "histogram"}},
                                                       right ? "pass" : "the counters have a wrong sum");
  std::printf("%s\n", document.dump(2).c_str());
  return record.result.history == "pass" && right ? 0 : 1;
} catch (const gputm::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
