// KILO TM (MICRO 2011 paper): commit units (RTL) at the memory partitions, a commit-ID vendor, and a log unit
// at each core.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/kilo/buffer_usage.h"
#include "engines/kilo/commit_protocol.h"
#include "tm/system.h"

namespace gputm::engines::kilo {

tm::SystemInfo system_info();
/// `kilo+`: KILO TM with our improvements
tm::SystemInfo improved_info();
/// Its settings, which `warptm+` shares
std::vector<std::string> improved_settings();

/// Makes the commit unit of a partition
using CommitUnitFactory = std::function<std::unique_ptr<tm::CommitUnit>(unsigned partition)>;

/// Built-in commit units, chosen by the machine's kilo.* keys
struct CommitUnits {
  unsigned ring_entries = 0;
  CommitUnitFactory make;
};
/// `access_words`: words of an access to the L2, 1 or 8. Throws ConfigError for illegal parameters, and Error
/// if the partition to trace does not exist in the machine.
CommitUnits built_in_units(const MachineConfig& machine, const tm::TraceOptions& trace,
                           unsigned access_words = 1);

/// KILO TM on a machine. Systems that extend it derive from this class and make their own sides.
class KiloSystem : public tm::System {
 public:
  /// Throws ConfigError if the machine is impossible under KILO TM; `name` is also used in messages.
  KiloSystem(std::string_view name, const MachineConfig& machine, CommitUnits units);

  std::string_view name() const override { return name_; }
  unsigned warp_limit() const override { return protocol_.config.warp_limit; }
  std::unique_ptr<tm::CoreSide> make_core_side(const tm::CorePorts& core) override;
  std::unique_ptr<tm::PartitionSide> make_partition_side(unsigned partition, tm::WordPort& words) override;
  unsigned clock_mhz() const override { return protocol_.config.commit_unit_mhz; }
  bool announces_ticks() const override { return true; }
  void announce_tick() override;
  void tick() override;
  bool busy() const override { return protocol_.vendor->busy(); }
  void watch(tm::CommitWatcher* watcher) override { protocol_.watcher = watcher; }
  std::uint64_t progress() const override { return protocol_.retired_everywhere; }
  std::uint64_t next_order() const override { return protocol_.retired_everywhere; }
  void add_statistics(Statistics& statistics) const override;

 protected:
  CommitProtocol& protocol() { return protocol_; }
  /// Makes the unit chosen by the keys.
  std::unique_ptr<tm::CommitUnit> make_unit(unsigned partition);

 private:
  void send_cuts();

  std::string name_;
  CommitUnitFactory make_unit_;
  CommitProtocol protocol_;
  std::deque<BufferTotals> buffers_;  ///< of each commit unit
  // Cuts on their way from the vendor to the partitions, with kilo.skip_messages=none
  tm::IdCut cut_;
  unsigned cut_latency_ = 1;  ///< cycles of the commit units
  unsigned cut_arrives_ = 0;  ///< cycles until `cut_` is there; 0: it is
  std::uint64_t cuts_ = 0;
};

/// KILO TM with commit units supplied by the caller, for experiments with other designs of the unit:
/// `ring_entries` IDs may be in flight in each. Throws ConfigError if the machine is impossible under KILO
/// TM.
std::unique_ptr<tm::System> make_system(std::string_view name, const MachineConfig& machine,
                                        unsigned ring_entries, CommitUnitFactory make_unit);

}  // namespace gputm::engines::kilo
