#include "app/command_line/command_settings.h"

#include <array>

namespace gputm::app {
namespace {

constexpr std::uint64_t kNever = 1'000'000'000'000;
constexpr std::array<std::string_view, 2> kLists = {"wavefront", "work_item"};

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

using L = LocaltmSettings;
constexpr std::array kLocaltmKeys = {
    number<&L::instruction_cycles>("lds.instruction_cycles", "cycles", 0, 1000,
                                   "of an instruction outside of the local memory"),
    number<&L::max_stuck_cycles>("lds.max_stuck_cycles", "cycles", 100, kNever,
                                 "without a commit or a wavefront's end before a run is given up"),
    number<&L::exact>("lds.exact", "", 0, 1, "1: conflicts by the row's owner, without filters"),
    number<&L::shared_readers>("lds.shared_readers", "", 0, 1, "1: a load takes no ownership"),
    number<&L::migratory>(
        "lds.migratory", "", 0, 1,
        "1: with shared_readers, a load of a word that transactions read and then write takes "
        "ownership"),
    number<&L::undo_entries>("lds.undo_entries", "rows per bank", 0, 256,
                             "that can be owned at a time, 2 or more; 0: all. In RTL: 0 or 16"),
    Access<&L::work_item_lists>::key(
        {"lds.lists", "", 0, 1, false, kLists,
         "whose rows a list has, by which a transaction's end finds its own; with epochs work_item"}),
    number<&L::epochs>(
        "lds.epochs", "bits", 0, 8,
        "of an epoch: with exact, a commit takes the banks a cycle, whatever it owns, in which "
        "its wavefront's epoch ends; 0: it goes through its rows. In RTL: 0 or 4"),
    number<&L::stall_leaving>(
        "lds.stall_leaving", "", 0, 1,
        "1: an access that conflicts while a restore is on its way to the banks waits for it, "
        "and is decided anew"),
    number<&L::row_serial>("lds.row_serial", "", 0, 1,
                           "1: wavefront serialization runs a lane for each conflicting row"),
    number<&L::staged>("lds.staged", "", 0, 1,
                       "1: the unit whose accesses take three cycles more, for a higher clock"),
};

}  // namespace

std::span<const SettingKey<StreamSettings>> stream_keys() { return kStreamKeys; }
std::span<const SettingKey<LocaltmSettings>> localtm_keys() { return kLocaltmKeys; }

void apply_settings(StreamSettings& settings, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) apply_setting(stream_keys(), settings, text);
}

void apply_settings(LocaltmSettings& settings, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) apply_setting(localtm_keys(), settings, text);
}

}  // namespace gputm::app
