// Registration of TM systems, and its consequences: names, keys, documentation, and the supported memory.
#include "engines/systems.h"
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "app/config_document.h"
#include "base/config.h"
#include "common/seed.h"
#include "gpu/gpu.h"

namespace gputm {
namespace {

using ::testing::HasSubstr;

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

template <typename F>
std::string error_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Systems, UnknownKeysAndValuesOfAnySystemAreRefused) {
  const auto refusal = [](std::string_view setting) {
    return error_of([&] {
      Config config;
      apply_setting(config, setting);
      engines::make_system("ideal", config.machine);
    });
  };
  EXPECT_EQ(refusal("kilo.warp_limit=4"), "no error");
  EXPECT_EQ(refusal("kilo.warp_limt=4"), "unknown key 'kilo.warp_limt', did you mean 'kilo.warp_limit'?");
  EXPECT_EQ(refusal("cores.count=4"), "unknown key 'cores.count', did you mean 'core.count'?");
  EXPECT_EQ(refusal("kilo.warp_limit=65"), "kilo.warp_limit: 65 is outside 0..64");
  EXPECT_EQ(refusal("kilo.skip_messages=no"),
            "kilo.skip_messages: 'no' is none of ranged | per_thread | none");
}

TEST(Systems, UnknownNames) {
  EXPECT_EQ(error_of([] { engines::make_system("killo", MachineConfig{}); }),
            "unknown system 'killo', did you mean 'kilo'?");
}

TEST(Systems, KeysBelongToTheirSystem) {
  for (const tm::SystemInfo& info : engines::systems()) {
    for (const KeyDefault& key : info.keys) {
      EXPECT_TRUE(key.name.starts_with(std::string(info.name) + ".")) << key.name;
      EXPECT_FALSE(key.description.empty()) << key.name;
      EXPECT_LE(key.min, key.initial) << key.name;
      EXPECT_GE(key.max, key.initial) << key.name;
    }
  }
}

TEST(Systems, ShippedMachinesSetEveryKeyToALegalValue) {
  for (std::string_view name : builtin_configs()) {
    const Config config = load_config(name);
    engines::check_system_settings(config.machine);
    for (const KeyDefault& key : engines::system_keys())
      EXPECT_TRUE(config.machine.systems.contains(key.name)) << name << " " << key.name;
  }
}

TEST(Systems, DefaultsAreFx5800) {
  const auto keys = engines::system_keys();
  EXPECT_EQ(to_json(Config{}, keys), to_json(load_config("fx5800"), keys));
}

TEST(Systems, LogsMustFitIntoTheAddressSpaceUnderKilo) {
  MachineConfig machine;
  machine.tx.log_entries = 8192;
  EXPECT_THAT(error_of([&] { engines::make_system("kilo", machine); }),
              HasSubstr("the transaction logs need"));
  EXPECT_EQ(error_of([&] { engines::make_system("ideal", machine); }), "no error");
}

/// A system of local memory, or of both, without transactions: enough to see where a GPU uses it.
class Named final : public tm::System {
 public:
  Named(std::string_view name, tm::Memory serves) : name_(name), serves_(serves) {}
  std::string_view name() const override { return name_; }
  tm::Memory serves() const override { return serves_; }

 private:
  std::string_view name_;
  tm::Memory serves_;
};

TEST(Systems, AGpuCarriesOneSystemForEachMemory) {
  const auto refusal = [](std::unique_ptr<tm::System> global, std::unique_ptr<tm::System> local) {
    return error_of([&] {
      gpu::Gpu gpu(MachineConfig{}, tm::Systems{.global = std::move(global), .local = std::move(local)});
    });
  };
  const auto make = [](std::string_view name, tm::Memory serves) {
    return std::make_unique<Named>(name, serves);
  };
  EXPECT_EQ(refusal(make("a", tm::Memory::kGlobal), make("b", tm::Memory::kLocal)), "no error");
  EXPECT_EQ(refusal(make("a", tm::Memory::kBoth), nullptr), "no error");
  EXPECT_EQ(refusal(make("a", tm::Memory::kLocal), nullptr), "TM system a: it does not serve global memory");
  EXPECT_EQ(refusal(make("a", tm::Memory::kGlobal), make("b", tm::Memory::kGlobal)),
            "TM system b: it does not serve local memory");
  EXPECT_EQ(refusal(make("a", tm::Memory::kBoth), make("b", tm::Memory::kLocal)),
            "TM system b: a serves local memory already");
  EXPECT_THAT(refusal(nullptr, nullptr), HasSubstr("needs a TM system for global memory"));
}

TEST(Systems, ConfigurationIsDocumented) {
  EXPECT_EQ(read(std::filesystem::path(GPUTM_SOURCE_DIR) / "docs/reference/configuration.md"),
            app::configuration_document())
      << "write it anew with: gputm list --keys --markdown > docs/reference/configuration.md";
}

/// A value in the key's range, often one of its bounds.
std::string random_value(const KeyLimits& key, tb::Rng& rng) {
  if (!key.choices.empty()) return std::string(key.choices[tb::below(rng, key.choices.size())]);
  if (tb::one_in(rng, 4)) return std::to_string(tb::one_in(rng, 2) ? key.min : key.max);
  const unsigned bits = static_cast<unsigned>(tb::below(rng, std::bit_width(key.max) + 1));
  const std::uint64_t value =
      std::clamp((std::uint64_t{1} << bits) + tb::below(rng, 3) - 1, key.min, key.max);
  return std::to_string(key.power_of_two ? std::bit_floor(value) : value);
}

/// Whether a refusal names the incompatible settings: two keys, or one key and its legal values.
bool says_why(const std::string& message) {
  std::size_t named = 0;
  for (const KeyDefault& key : app::all_keys()) named += message.find(key.name) != std::string::npos ? 1 : 0;
  const auto has = [&](const char* text) { return message.find(text) != std::string::npos; };
  return named >= 2 ||
         (named == 1 && (has("..") || has(" none of ") || has(" neither ") || has("leave it 0")));
}

TEST(Systems, ANamedSystemBringsSettingsThatTheUsersOwnReplace) {
  Config config = load_config("fx5800");
  EXPECT_EQ(config.machine.systems.at("kilo.recent_words"), "0") << "of the machine's file";
  MachineConfig machine = engines::machine_under("warptm+", config.machine);
  EXPECT_EQ(machine.systems.at("kilo.recent_words"), "512");
  EXPECT_EQ(machine.systems.at("kilo.local_outcomes"), "early");
  EXPECT_EQ(machine.tx.limit, ConcurrencyLimit::kAdaptive);
  apply_setting(config, "kilo.recent_words=64");
  apply_setting(config, "tx.limit=warps");
  machine = engines::machine_under("warptm+", config.machine);
  EXPECT_EQ(machine.systems.at("kilo.recent_words"), "64");
  EXPECT_EQ(machine.systems.at("kilo.local_outcomes"), "early");
  EXPECT_EQ(machine.tx.limit, ConcurrencyLimit::kWarps);
  EXPECT_EQ(engines::machine_under("warptm", config.machine).systems, config.machine.systems);
}

TEST(Systems, SettingsOfNamedSystemsAreLegalAndChangeTheDefaults) {
  for (const tm::SystemInfo& info : engines::systems()) {
    SCOPED_TRACE(info.name);
    const MachineConfig defaults;
    const MachineConfig machine = engines::machine_under(info.name, defaults);
    engines::check_system_settings(machine);
    for (const std::string& setting : info.settings) {
      const std::string_view name = Setting::split(setting).name;
      const auto key = std::ranges::find(config_keys(), name, &KeyLimits::name);
      if (key != config_keys().end()) {
        EXPECT_NE(key->get(machine), key->get(defaults)) << setting;
      } else {
        const std::vector<KeyDefault> keys = engines::system_keys();
        const auto of_system = std::ranges::find(keys, name, &KeyLimits::name);
        ASSERT_NE(of_system, keys.end()) << setting;
        EXPECT_NE(of_system->parse(machine.systems.at(std::string(name))), of_system->initial) << setting;
      }
    }
  }
}

/// Whether the host has the memory for it.
bool is_small(const MachineConfig& m) {
  return std::uint64_t{m.l2.bytes} / m.l2.line_bytes * m.partition.count < (1U << 20) &&
         std::uint64_t{m.l1.bytes} / m.l1.line_bytes * m.core.count < (1U << 20);
}

TEST(Systems, SettingsWithinTheirRangesAreTakenOrRefusedWithTheReason) {
  ASSERT_EQ(setenv("GPUTM_CACHE", "/dev/null/nowhere", 1), 0);  // no units are built
  tb::Rng rng = tb::seeded_rng(1);
  unsigned taken = 0, refused = 0;
  for (const tm::SystemInfo& info : engines::systems()) {
    std::vector<KeyDefault> keys;
    for (const KeyDefault& key : app::all_keys()) {
      const std::string_view group = key.name.substr(0, key.name.find('.'));
      const bool of_others = std::ranges::any_of(
          engines::systems(), [&](const tm::SystemInfo& other) { return other.name == group; });
      if (!of_others || info.name.starts_with(group) || (info.name != "lock" && group == "kilo"))
        keys.push_back(key);
    }
    for (std::uint64_t i = 0; i < tb::run_length(12); ++i) {
      Config config = load_config(tb::one_in(rng, 2) ? "fx5800" : "gtx480");
      std::string settings = std::string(info.name);
      for (std::uint64_t count = tb::below(rng, 3) + 1; count != 0; --count) {
        const KeyDefault& key = keys[tb::below(rng, keys.size())];
        const std::string setting = std::string(key.name) + "=" + random_value(key, rng);
        apply_setting(config, setting);
        settings += " --set " + setting;
      }
      if (!is_small(config.machine)) continue;
      const std::string message =
          error_of([&] { gpu::Gpu(config.machine, engines::make_systems(info.name, config.machine)); });
      // A legal parameter set of a Verilated unit, which would be built now
      const bool legal =
          message == "no error" || message.find("the cache of Verilated units") != std::string::npos;
      EXPECT_TRUE(legal || says_why(message)) << settings << ": " << message;
      ++(legal ? taken : refused);
    }
  }
  EXPECT_GT(taken, refused);
  EXPECT_GT(refused, 0U);
}

}  // namespace
}  // namespace gputm
