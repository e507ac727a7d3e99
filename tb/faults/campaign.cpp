#include "faults/campaign.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
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

SiteKind site_kind(std::string_view name) {
  if (name == "ram") return SiteKind::kMemory;
  if (name == "register") return SiteKind::kRegister;
  throw std::runtime_error("faults are in `ram` or `register`, not in " + std::string(name));
}

void run_campaign(const Subject& subject, const CampaignOptions& options) {
  const Campaign campaign(subject, options.kind, options.seed);

  std::ostringstream header;
  header << "# " << subject.name << ' ' << (options.kind == SiteKind::kMemory ? "ram" : "register")
         << " seed " << options.seed << " bits " << campaign.bits();
  std::array<std::uint64_t, kOutcomes> counts{};
  std::uint64_t done = 0;
  if (!options.out.empty()) {
    std::ifstream before(options.out);
    std::string line;
    if (std::getline(before, line)) {
      if (line != header.str()) throw std::runtime_error(options.out + " is of another campaign: " + line);
      for (; done < options.count && std::getline(before, line); ++done) {
        for (unsigned i = 0; i < kOutcomes; ++i)
          counts[i] += line.substr(line.find(' ') + 1).starts_with(kOutcomeNames[i]) ? 1 : 0;
      }
    }
  }
  std::ofstream out;
  if (!options.out.empty()) {
    out.open(options.out, done == 0 ? std::ios::trunc : std::ios::app);
    if (!out) throw std::runtime_error("cannot write " + options.out);
    if (done == 0) out << header.str() << std::endl;
  }

  const std::uint64_t count = campaign.bits() == 0 ? 0 : options.count;
  for (std::uint64_t i = done; i < count; ++i) {
    const Injection result = campaign.inject(i);
    ++counts[static_cast<unsigned>(result.outcome)];
    const bool told = result.outcome == Outcome::kSilent || result.outcome == Outcome::kHang;
    std::string line = std::to_string(i) + ' ' + kOutcomeNames[static_cast<unsigned>(result.outcome)];
    if (told) line += ": " + result.what;
    std::replace(line.begin(), line.end(), '\n', ' ');
    if (out.is_open()) out << line << std::endl;
    if (told && counts[3] + counts[4] <= 20) std::cout << line << std::endl;
  }
  std::cout << header.str().substr(2) << ':';
  for (unsigned i = 0; i < kOutcomes; ++i) std::cout << ' ' << counts[i] << ' ' << kOutcomeNames[i];
  std::cout << std::endl;
}

}  // namespace gputm::tb
