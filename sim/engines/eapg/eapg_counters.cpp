#include "engines/eapg/eapg_counters.h"

namespace gputm::engines::eapg {

void add_to(Statistics& statistics, const CoreCounters& core) {
  statistics.counter("eapg.early_aborts", "attempts",
                     "attempts that early abort ended before they took a commit id") += core.early_aborts;
  statistics.counter(
      "eapg.unchecked_commits", "warps",
      "commits that early abort left to validation, after a row of early aborts of their warp") +=
      core.unchecked_commits;
  statistics.counter("eapg.pauses", "loads", "transactional loads of warps that were paused") += core.pauses;
  statistics.counter("eapg.paused_cycles", "core cycles",
                     "from the look-up of these loads until they went on") += core.paused_cycles;
  statistics.counter("eapg.pauses_ended_by_limit", "loads",
                     "of these, loads that went on because of kilo.eapg_pause_cycles") +=
      core.pauses_ended_by_limit;
  statistics.counter("eapg.lookups", "rows", "rows of conflict address tables read") += core.lookups;
}

void add_to(Statistics& statistics, const PartitionCounters& partition) {
  statistics.counter("eapg.count_operations", "words",
                     "words counted in or out by the reference-count tables") += partition.operations;
  statistics.counter("eapg.announced_rows", "rows",
                     "rows of reference-count tables announced to the cores") += partition.rows;
  statistics.counter("eapg.broadcast_packets", "packets",
                     "packets with announced rows, one for each port of cores") += partition.packets;
  statistics.counter("eapg.broadcast_bytes", "bytes", "bytes of these packets, with their headers") +=
      partition.bytes;
}

}  // namespace gputm::engines::eapg
