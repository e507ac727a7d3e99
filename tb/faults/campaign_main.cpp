// fault_campaign SUBJECT ram|register [--count N] [--seed S] [--out FILE]: N runs of a unit in its test's
// environment, each with one bit inverted in one cycle. FILE has a line for each; a campaign that was
// interrupted goes on behind them.
#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "faults/campaign.h"

namespace gputm::tb {
namespace {

struct Command {
  std::string subject;
  CampaignOptions options;
};

Command parsed(int count, char** arguments) {
  if (count < 3)
    throw std::runtime_error("campaign SUBJECT ram|register [--count N] [--seed S] [--out FILE]");
  Command command{.subject = arguments[1], .options = {.kind = site_kind(arguments[2])}};
  for (int i = 3; i + 1 < count; i += 2) {
    const std::string_view name = arguments[i];
    if (name == "--count")
      command.options.count = std::stoull(arguments[i + 1]);
    else if (name == "--seed")
      command.options.seed = std::stoull(arguments[i + 1]);
    else if (name == "--out")
      command.options.out = arguments[i + 1];
    else
      throw std::runtime_error("unknown option " + std::string(name));
  }
  return command;
}

void run(const Command& command) {
  const std::vector<Subject> all = subjects();
  const auto subject = std::ranges::find(all, command.subject, &Subject::name);
  if (subject == all.end()) throw std::runtime_error("no subject " + command.subject);
  run_campaign(*subject, command.options);
}

}  // namespace
}  // namespace gputm::tb

int main(int count, char** arguments) {
  try {
    gputm::tb::run(gputm::tb::parsed(count, arguments));
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "campaign: " << error.what() << '\n';
    return 2;
  }
}
