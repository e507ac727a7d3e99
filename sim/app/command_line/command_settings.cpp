#include "app/command_line/command_settings.h"

#include <array>

namespace gputm::app {
namespace {

constexpr std::uint64_t kNever = 1'000'000'000'000;

template <auto Member>
struct Access;
template <typename Settings, typename Value, Value Settings::*Member>
struct Access<Member> {
  static constexpr SettingKey<Settings> key(const KeyLimits& limits) {
    return {limits, [](const Settings& settings) { return static_cast<std::uint64_t>(settings.*Member); },
            [](Settings& settings, std::uint64_t value) { settings.*Member = static_cast<Value>(value); }};
  }
};

template <auto Member>
constexpr auto number(std::string_view name, std::string_view unit, std::uint64_t min, std::uint64_t max,
                      std::string_view description) {
  return Access<Member>::key({name, unit, min, max, false, {}, description});
}

using S = StreamSettings;
constexpr std::array kStreamKeys = {
    number<&S::threads>("stream.threads", "threads", 1, 100'000, "that run transactions one after another"),
    number<&S::transactions>("stream.transactions", "transactions", 1, 100'000, "of each thread"),
    number<&S::size>("stream.size", "elements", 0, 1'000'000, "of the structure at the start"),
    number<&S::gap>("stream.gap", "cycles", 0, 1'000'000,
                    "from an answer to the transaction's next operation"),
    number<&S::max_stuck_cycles>(
        "stream.max_stuck_cycles", "cycles", 100, kNever,
        "without a transaction that commits or comes further than before, until a run is given up"),
    number<&S::pushing>("unit.pushing", "", 0, 1, "0: suspected dependencies are refused at once"),
};

}  // namespace

std::span<const SettingKey<StreamSettings>> stream_keys() { return kStreamKeys; }

void apply_settings(StreamSettings& settings, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) apply_setting(stream_keys(), settings, text);
}

}  // namespace gputm::app
