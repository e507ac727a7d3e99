// fault_campaign SUBJECT ram|register [--count N] [--seed S] [--out FILE]: N runs of a unit in its test's
// environment, each with one bit inverted in one cycle. FILE has a line for each; a campaign that was
// interrupted goes on behind them.
#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "faults/campaign.h"

namespace gputm::tb {
namespace {

struct Options {
  std::string subject, out;
  SiteKind kind = SiteKind::kMemory;
  std::uint64_t count = 100, seed = 1;
};

Options parsed(int count, char** arguments) {
  Options options;
  if (count < 3)
    throw std::runtime_error("campaign SUBJECT ram|register [--count N] [--seed S] [--out FILE]");
  options.subject = arguments[1];
  const std::string_view kind = arguments[2];
  if (kind != "ram" && kind != "register")
    throw std::runtime_error("faults are in `ram` or `register`, not in " + std::string(kind));
  options.kind = kind == "ram" ? SiteKind::kMemory : SiteKind::kRegister;
  for (int i = 3; i + 1 < count; i += 2) {
    const std::string_view name = arguments[i];
    if (name == "--count")
      options.count = std::stoull(arguments[i + 1]);
    else if (name == "--seed")
      options.seed = std::stoull(arguments[i + 1]);
    else if (name == "--out")
      options.out = arguments[i + 1];
    else
      throw std::runtime_error("unknown option " + std::string(name));
  }
  return options;
}

int run(const Options& options) {
  const std::vector<Subject> all = subjects();
  const auto subject =
      std::find_if(all.begin(), all.end(), [&](const Subject& s) { return options.subject == s.name; });
  if (subject == all.end()) throw std::runtime_error("no subject " + options.subject);
  const Campaign campaign(*subject, options.kind, options.seed);

  std::ostringstream header;
  header << "# " << options.subject << ' ' << (options.kind == SiteKind::kMemory ? "ram" : "register")
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

  for (std::uint64_t i = done; i < options.count; ++i) {
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
  return 0;
}

}  // namespace
}  // namespace gputm::tb

int main(int count, char** arguments) {
  try {
    return gputm::tb::run(gputm::tb::parsed(count, arguments));
  } catch (const std::exception& error) {
    std::cerr << "campaign: " << error.what() << '\n';
    return 2;
  }
}
