// Campaigns in unit tests' own programs: a test of resets in traffic (tb/common/reset_in_traffic.h) has a run
// of a top that ends with its first error; <test>.faults runs it with wrong bits instead. fault_program() of
// CMake includes this before the test's sources and specializes Making for the top's model.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

#include "common/clocked.h"
#include "common/seed.h"
#include "faults/campaign.h"
#include "faults/faulty_model.h"

namespace gputm::tb {

/// Of GPUTM_FAULTS, "<subject> <ram or register> <count> <seed> <file>", as tb/faults/run sets it. Throws
/// std::runtime_error.
struct CampaignRequest {
  std::string subject;
  CampaignOptions options;
};
inline CampaignRequest campaign_request() {
  const char* text = std::getenv("GPUTM_FAULTS");
  CampaignRequest request;
  std::string kind;
  std::istringstream words(text == nullptr ? "" : text);
  if (!(words >> request.subject >> kind >> request.options.count >> request.options.seed >>
        request.options.out))
    throw std::runtime_error("GPUTM_FAULTS is not: subject, ram or register, count, seed, file");
  request.options.kind = site_kind(kind);
  return request;
}

template <typename Model>
struct FaultyMaking {
  using Class = Faulty<Model>;

  /// `run(rng)`: a run of the test, with its first error.
  template <typename Run>
  static void inject_faults(Run run) {
    constexpr std::uint64_t kLongest = 200'000;  ///< cycles of a run that ends
    const auto once = [&](std::uint64_t seed, const std::optional<Fault>& fault) {
      return faulty_run(fault, kLongest, [&]() -> std::optional<std::string> {
        Rng rng(seed);
        if (std::optional<std::string> error = run(rng)) return error;
        if (::testing::Test::HasFailure()) return "a check of the test has failed";
        return std::nullopt;
      });
    };
    const CampaignRequest request = campaign_request();
    Subject subject = faulty_subject<Model>(request.subject, once);
    run_campaign(subject, request.options);
  }
};

}  // namespace gputm::tb
