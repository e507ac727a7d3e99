#include "engines/localtm/localtm_system.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <utility>

#include "engines/common/setting.h"
#include "engines/localtm/ideal_lds.h"
#include "engines/localtm/lds_unit_rtl.h"
#include "engines/localtm/localtm_config.h"
#include "engines/localtm/localtm_core_side.h"

namespace gputm::engines::localtm {
namespace {

constexpr std::array<std::string_view, 3> kBanks = {"pipelined", "paper", "ideal"};

constexpr std::array<std::string_view, 2> kSchedules = {"all", "adaptive"};

constexpr std::array kKeys{
    choice<&LocaltmConfig::banks>(
        "localtm.banks", kBanks,
        "local memory: an access a cycle; the paper's single array; the conflicts of "
        "the first without their time (C++)"),
    setting<&LocaltmConfig::exact>("localtm.exact", "", 0, 1,
                                   "1: conflicts by the row's owner, without filters"),
    setting<&LocaltmConfig::shared_readers>("localtm.shared_readers", "", 0, 1,
                                            "1: a load takes no ownership"),
    setting<&LocaltmConfig::migratory>("localtm.migratory", "", 0, 1,
                                       "1: with shared_readers, a load of a word that transactions read and "
                                       "then write takes ownership"),
    setting<&LocaltmConfig::epochs>("localtm.epochs", "bits", 0, 8,
                                    "of an epoch: with exact, a commit ends its warp's epoch and takes the "
                                    "banks one cycle; 0: it releases its rows one by one"),
    setting<&LocaltmConfig::undo_entries>(
        "localtm.undo_entries", "rows per bank", 0, 256,
        "rows that transactions own at a time, 2 or more, with their backups in a "
        "log; 0: all rows, each with room for its backup"),
    setting<&LocaltmConfig::work_item_lists>("localtm.work_item_lists", "", 0, 1,
                                             "1: a list of owned rows per lane instead of per warp"),
    setting<&LocaltmConfig::filter_bits>("localtm.filter_bits", "bits", 2, 64,
                                         "conflict filter of a lane in a bank, a power of two"),
    setting<&LocaltmConfig::stall_leaving>("localtm.stall_leaving", "", 0, 1,
                                           "1: an access that conflicts while a restore is on its way to the "
                                           "banks waits for it, and is decided anew"),
    setting<&LocaltmConfig::row_serial>("localtm.row_serial", "", 0, 1,
                                        "1: warp serialization runs a lane for each conflicting row"),
    setting<&LocaltmConfig::staged>("localtm.staged", "", 0, 1,
                                    "1: the unit whose accesses take three cycles more, for a higher clock"),
    setting<&LocaltmConfig::blocks>("localtm.blocks", "blocks", 1, 16,
                                    "of a core at a time, each with its part of the local memory"),
    choice<&LocaltmConfig::schedule>("localtm.schedule", kSchedules,
                                     "lanes that begin an attempt: all of a warp, serialized as the paper "
                                     "says when that changes nothing; or as "
                                     "many of a block as commit"),
    setting<&LocaltmConfig::run_on>(
        "localtm.run_on", "", 0, 1,
        "1: a warp all of whose lanes have lost goes on to its commit, without effects, "
        "as in the paper; 0: it goes back to the begin at once"),
    setting<&LocaltmConfig::backoff>(
        "localtm.backoff", "core cycles", 0, 10000,
        "that the last warp of a block waits after an attempt in which none of its "
        "lanes committed; doubles each time, up to 16 times"),
};
constexpr std::span<const SettingKey<LocaltmConfig>> keys() { return kKeys; }

tm::LdsSizes sizes_of(const LocaltmConfig& config) {
  tm::LdsSizes sizes;
  sizes.wavefronts *= config.blocks;
  sizes.work_groups = config.blocks;
  sizes.tx_rows = tx_rows(sizes.rows, config.options());
  return sizes;
}

std::unique_ptr<tm::LdsTransactionUnit> make_unit(const LocaltmConfig& config) {
  if (config.banks != Banks::kIdeal) return make_lds_unit(config.options(), {}, config.blocks);
  return std::make_unique<IdealLds>(sizes_of(config), config.options());
}

class LocaltmSystem final : public tm::System {
 public:
  LocaltmSystem(const LocaltmConfig& config, const MachineConfig& machine)
      : config_(config), sizes_(sizes_of(config)) {
    if (machine.tx.serialize_after != 0)
      throw ConfigError("tx.serialize_after: localtm serializes transactions itself; leave it 0");
    if (const std::string error = bank_options_error(config.options()); !error.empty()) throw Error(error);
    if (config.banks == Banks::kPaper && config.undo_entries == 0 && config.blocks > 1)
      throw Error(
          fmt::format("localtm.blocks: {} is not 1 with localtm.banks=paper, whose owners are bytes; or set "
                      "localtm.undo_entries",
                      config.blocks));
  }

  std::string_view name() const override { return "localtm"; }
  tm::Memory serves() const override { return tm::Memory::kLocal; }
  unsigned blocks_a_core(const tm::BlockNeeds& block) const override;
  std::unique_ptr<tm::LocalMemory> make_local_memory(const tm::CorePorts& core) override {
    return std::make_unique<LocaltmCoreSide>(core, make_unit(config_), config_, shared_);
  }
  std::uint64_t next_order() const override { return shared_.next_order; }
  void add_statistics(Statistics& statistics) const override {
    for (const LocaltmCounters& core : shared_.counters) core.add_to(statistics);
  }

 private:
  LocaltmConfig config_;
  tm::LdsSizes sizes_;
  SharedState shared_;
};

/// Blocks have rows of their own in every bank, and as many rows for their backups.
unsigned LocaltmSystem::blocks_a_core(const tm::BlockNeeds& block) const {
  if (block.warps > sizes_.group_wavefronts()) {
    throw Error(fmt::format("warps of a block: {} are outside 1..{} under localtm", block.warps,
                            sizes_.group_wavefronts()));
  }
  const unsigned rows = (block.shared_bytes + sizes_.row_bytes() - 1) / sizes_.row_bytes();
  if (rows > sizes_.tx_rows) {
    throw Error(
        fmt::format("shared memory of a block: {} bytes are outside 0..{} under localtm, which keeps "
                    "backups in the rest of the local memory",
                    block.shared_bytes, sizes_.tx_rows * sizes_.row_bytes()));
  }
  return std::min(sizes_.work_groups, rows == 0 ? ~0U : sizes_.tx_rows / rows);
}

}  // namespace

std::unique_ptr<tm::System> make_following(const MachineConfig& machine) {
  LocaltmConfig config = read_settings(keys(), machine.systems);
  config.schedule = Schedule::kAdaptive;
  config.run_on = false;
  return std::make_unique<LocaltmSystem>(config, machine);
}

tm::SystemInfo system_info() {
  return {.name = "localtm",
          .description = "GPU-LocalTM: transactions in shared memory (RTL); global memory has none",
          .serves = tm::Memory::kLocal,
          .keys = with_defaults(keys()),
          .make = [](const MachineConfig& machine, const tm::TraceOptions&) {
            return std::make_unique<LocaltmSystem>(read_settings(keys(), machine.systems), machine);
          }};
}

}  // namespace gputm::engines::localtm
