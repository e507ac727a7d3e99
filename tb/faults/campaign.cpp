#include "faults/campaign.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>

namespace gputm::tb {
namespace {

constexpr rlim_t kProcessorSeconds = 10;  ///< a run that ends takes a hundredth

/// The run in a process of its own, which a wrong bit may end or keep from ending. Its outcome, and what was
/// wrong.
Run isolated(const Subject& subject, std::uint64_t stimulus, const Fault& fault) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    close(ends[0]);
    const rlimit limit{kProcessorSeconds, kProcessorSeconds};
    setrlimit(RLIMIT_CPU, &limit);
    if (std::freopen("/dev/null", "w", stdout) == nullptr ||
        std::freopen("/dev/null", "w", stderr) == nullptr)
      _exit(99);
    Run run;
    try {
      run = subject.run(stimulus, fault);
    } catch (const std::exception& error) {
      run = {Outcome::kSilent, 0, error.what()};
    }
    const auto size = std::min<std::size_t>(run.what.size(), 200);
    if (write(ends[1], run.what.data(), size) < 0) _exit(99);
    _exit(static_cast<int>(run.outcome));
  }
  close(ends[1]);
  std::string what;
  std::array<char, 256> piece{};
  for (ssize_t n = 0; (n = read(ends[0], piece.data(), piece.size())) > 0;)
    what.append(piece.data(), static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) < static_cast<int>(kOutcomes)) {
    return {static_cast<Outcome>(WEXITSTATUS(status)), 0, what};
  }
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)) {
    return {Outcome::kHang, 0, "it does not end"};
  }
  return {Outcome::kSilent, 0, "the bench has crashed"};
}

}  // namespace

Campaign::Campaign(const Subject& subject, SiteKind kind, std::uint64_t seed)
    : subject_(subject), kind_(kind), seed_(seed), bits_(subject.bits(kind)) {
  for (unsigned i = 0; i < kStimuli; ++i) {
    const Run right = subject.run(i, std::nullopt);
    if (right.outcome != Outcome::kMasked) throw std::runtime_error("without a fault: " + right.what);
    cycles_[i] = right.cycles;
  }
}

Injection Campaign::inject(std::uint64_t number) const {
  std::seed_seq sequence{seed_, seed_ >> 32, number, number >> 32};
  std::mt19937_64 random(sequence);
  const auto stimulus = static_cast<unsigned>(random() % kStimuli);
  const Fault fault{.kind = kind_, .bit = random() % bits_, .cycle = random() % cycles_[stimulus]};
  const Run run = isolated(subject_, stimulus, fault);
  return {run.outcome, "run " + std::to_string(stimulus) + " cycle " + std::to_string(fault.cycle) + ' ' +
                           subject_.describe(fault) + ": " + run.what};
}

}  // namespace gputm::tb
