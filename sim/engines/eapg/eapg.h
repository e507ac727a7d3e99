// EAPG, early abort and pause-and-go (HPCA 2016 paper), as a part of KILO TM and WarpTM (docs/eapg.md): state
// shared by the sides at the cores and at the partitions.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/machine_config.h"
#include "base/statistics.h"
#include "engines/eapg/announcer.h"
#include "engines/eapg/conflict_table.h"

namespace gputm::engines::eapg {

class Eapg {
 public:
  /// `rows`, `interval`: kilo.eapg_rows, kilo.eapg_interval
  Eapg(const MachineConfig& machine, unsigned rows, unsigned interval)
      : cores_of_a_port_(machine.interconnect.concentration),
        tables_(machine.core.count, ConflictTable(machine.partition.count, rows)),
        cores_(machine.core.count) {
    for (unsigned i = 0; i < machine.partition.count; ++i)
      announcers_.emplace_back(machine, i, rows, interval);
  }

  Announcer& announcer(unsigned partition) { return announcers_[partition]; }
  const ConflictTable& table(unsigned core) const { return tables_[core]; }
  CoreCounters& counters(unsigned core) { return cores_[core]; }

  static bool is_announcement(const memory::Packet& packet) {
    return (packet.payload & ~(Announcer::kAnnouncement - 1)) == Announcer::kAnnouncement;
  }
  /// A port of cores has received announced rows: all of its cores take them.
  void received(const memory::Packet& packet) {
    announcers_[packet.partition].received(packet, [&](Announcement row) {
      for (std::size_t i = packet.core; i < tables_.size() && i < packet.core + cores_of_a_port_; ++i)
        tables_[i].write(packet.partition, row);
    });
  }

  void add_statistics(Statistics& statistics) const {
    for (const CoreCounters& core : cores_) add_to(statistics, core);
    for (const Announcer& announcer : announcers_) add_to(statistics, announcer.counters());
  }

 private:
  std::size_t cores_of_a_port_;
  std::vector<ConflictTable> tables_;  ///< by core
  std::vector<CoreCounters> cores_;
  std::deque<Announcer> announcers_;  ///< by partition
};

}  // namespace gputm::engines::eapg
