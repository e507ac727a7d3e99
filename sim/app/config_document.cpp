#include "app/config_document.h"

#include "base/config.h"
#include "engines/systems.h"

namespace gputm::app {

std::vector<KeyDefault> all_keys() {
  std::vector<KeyDefault> keys = with_defaults(config_keys());
  for (const KeyDefault& key : engines::system_keys()) keys.push_back(key);
  return keys;
}

std::string configuration_document() {
  std::string text =
      "# Configuration keys\n\n"
      "<!-- Generated: gputm list --keys --markdown > docs/reference/configuration.md -->\n\n"
      "A machine is a TOML file: `gputm run atm --config my.toml`, or the name of one that comes with gputm\n"
      "(`--config fx5800`). Keys that a file leaves out have the default below. `--set group.key=value` "
      "changes one key\n"
      "after the file is read. An unknown key, and a value outside the range, is an error.\n"
      "Keys that are parameters of the RTL may have any value of their range: the units are built when a run "
      "first needs them\n([building.md](../guide/building.md#verilated-units)).\n\n"
      "Machines that come with gputm, each with the reason beside every choice that the papers leave "
      "open:\n\n";
  for (std::string_view name : builtin_configs()) {
    text += "- [`" + std::string(name) + "`](../../sim/configs/" + std::string(name) + ".toml)\n";
  }
  text += "\nThe keys `workload.*` belong to the workload: `gputm list` shows them.\n";

  std::string_view group;
  for (const KeyDefault& key : all_keys()) {
    const std::size_t dot = key.name.find('.');
    if (key.name.substr(0, dot) != group) {
      group = key.name.substr(0, dot);
      text += "\n## `[" + std::string(group) +
              "]`\n\n| key | unit | range | default | meaning |\n|---|---|---|---|---|\n";
    }
    const std::uint64_t value = key.initial;
    std::string range = key.range();
    for (std::size_t bar = range.find('|'); bar != std::string::npos; bar = range.find('|', bar + 2)) {
      range.insert(bar, 1, '\\');
    }
    text += "| `" + std::string(key.name.substr(dot + 1)) + "` | " + std::string(key.unit) + " | " + range +
            " | " + (key.choices.empty() ? std::to_string(value) : std::string(key.choices[value])) + " | " +
            std::string(key.description) + " |\n";
  }
  return text;
}

}  // namespace gputm::app
