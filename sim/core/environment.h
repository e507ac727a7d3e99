// What all cores of a GPU share: configuration, memory, the way to the partitions, and the books of a launch.
#pragma once

#include <vector>

#include "base/machine_config.h"
#include "base/run_error.h"
#include "base/types.h"
#include "core/access.h"
#include "isa/program.h"
#include "memory/address_map.h"
#include "memory/backing_store.h"
#include "memory/crossbar.h"
#include "memory/packet.h"
#include "tm/history.h"
#include "tm/system.h"
#include "tm/types.h"

namespace gputm::core {

using gputm::RunError;

/// Which lane a commit id in flight belongs to.
struct IdOwner {
  std::uint16_t core = 0;
  std::uint8_t warp = 0;
  std::uint8_t lane = 0;
  bool waited_for = false;  ///< the lane still acts on this id's messages
};

/// Transaction counts of a launch, in lanes (threads).
struct TransactionCounters {
  std::uint64_t begins = 0;  ///< outermost tx.begin executions
  std::uint64_t commits = 0;
  std::uint64_t aborts = 0;       ///< failed attempts
  std::uint64_t read_words = 0;   ///< read-log entries of committed attempts
  std::uint64_t write_words = 0;  ///< write-log entries of committed attempts
  std::uint64_t watchdog_validations = 0;
  std::uint64_t watchdog_aborts = 0;
  std::uint64_t resends = 0;          ///< logs sent again on a commit unit's request
  std::uint64_t own_write_reads = 0;  ///< reads served from the write log
  std::uint64_t write_log_walks = 0;  ///< loads of a warp that searched its write log
};

struct Environment {
  const MachineConfig& config;
  memory::BackingStore& memory;
  memory::Crossbar& requests;
  tm::System& system;
  tm::MessagePool& messages;

  memory::AddressMap addresses{config.partition.count, config.partition.interleave_bytes};
  const isa::Program* program = nullptr;
  tm::HistoryChecker* history = nullptr;  ///< null: not recorded
  AccessPool accesses{};
  SegmentPool segments{};
  std::vector<IdOwner> id_owners = std::vector<IdOwner>(1U << 16);
  std::uint64_t retired_everywhere = 0;  ///< ids below this (not wrapped) have retired in all commit units
  std::uint64_t next_order = 0;          ///< serial position of the next commit (ideal and serial systems)
  std::uint64_t memory_changes = 0;      ///< stores that changed a word, of whatever memory
  TransactionCounters transactions{};

  unsigned port_of(unsigned core) const { return core / config.interconnect.concentration; }
  /// Flits of a packet with `payload_bytes` behind its header.
  std::uint16_t flits(unsigned payload_bytes) const {
    return memory::packet_flits(payload_bytes, config.interconnect.header_bytes,
                                config.interconnect.flit_bytes);
  }
  /// The full id of a 16-bit one in flight.
  std::uint64_t unwrap(tm::CommitId id) const {
    return retired_everywhere +
           static_cast<std::uint16_t>(id - static_cast<tm::CommitId>(retired_everywhere));
  }
};

}  // namespace gputm::core
