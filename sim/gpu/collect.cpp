// Statistics of a launch: Gpu::collect converts the components' counters to named statistics.
#include "core/core.h"
#include "gpu/gpu.h"
#include "gpu/memory_node.h"

namespace gputm::gpu {

namespace {

void add_core(Statistics& s, const core::Core& core) {
  const core::CoreCounters& c = core.counters();
  s.counter("core.memory_instructions", "warp instructions", "loads, stores and atomics issued") +=
      c.memory_instructions;
  s.counter("core.divergent_branches", "warp instructions", "branches that split their warp") +=
      c.divergent_branches;
  s.counter("core.shared_conflict_cycles", "core cycles",
            "added to shared-memory accesses by bank conflicts") +=
      core.memory_unit().shared_conflict_cycles();
  s.counter("core.global_segments", "packets", "line segments of global memory instructions") +=
      core.memory_unit().lsu().global_segments();
  const memory::L1Cache::Counters& l1 = core.memory_unit().lsu().l1_counters();
  s.counter("l1.accesses", "lines", "L1 look-ups by private accesses and transaction logs") += l1.accesses;
  s.counter("l1.hits", "lines", "L1 look-ups that found their line") += l1.hits;
  s.counter("l1.pending_hits", "lines", "L1 look-ups that found their line on its way") += l1.pending_hits;
  s.counter("l1.misses", "lines", "L1 look-ups that fetched their line") += l1.misses;
  s.counter("l1.loads", "lines", "L1 look-ups by loads of global memory (l1.global_loads = cached)") +=
      l1.loads;
  s.counter("l1.load_hits", "lines", "of these, with all their sectors in the L1") += l1.load_hits;
  s.counter("l1.load_pending_hits", "lines", "of these, with absent sectors on their way") +=
      l1.load_pending_hits;
  s.counter("l1.load_misses", "lines", "of these, that fetched sectors") += l1.load_misses;
  s.counter("l1.load_passes", "lines",
            "of these, that found their sectors, but followed an earlier access of their core to the L2") +=
      l1.load_passes;
  s.counter("l1.writebacks", "lines", "dirty L1 lines written back to the L2") += l1.writebacks;
}

void add_partition(Statistics& s, const memory::Partition::Counters& c) {
  s.counter("l2.accesses", "requests", "tag look-ups by cores' requests") += c.l2_accesses;
  s.counter("l2.hits", "requests", "L2 look-ups that found their line") += c.l2_hits;
  s.counter("l2.pending_hits", "requests", "L2 look-ups that found their line on its way from DRAM") +=
      c.l2_pending_hits;
  s.counter("l2.misses", "requests", "L2 look-ups that fetched their line from DRAM") += c.l2_misses;
  s.counter("l2.stalls", "interconnect cycles",
            "in which a core's request was due for its tag look-up but could not make it") += c.l2_stalls;
  s.counter("l2.writebacks", "lines", "dirty L2 lines written back to DRAM") += c.l2_writebacks;
  s.counter("commit_unit.reads", "accesses", "accesses by which commit units read words to validate") +=
      c.commit_unit_reads;
  s.counter("commit_unit.read_hits", "accesses", "of these, L2 hits") += c.commit_unit_read_hits;
  s.counter("commit_unit.read_pending_hits", "accesses",
            "of these, L2 hits on a line on its way from DRAM") += c.commit_unit_read_pending_hits;
  s.counter("commit_unit.writes", "accesses", "accesses by which commit units wrote words") +=
      c.commit_unit_writes;
  s.counter("commit_unit.write_hits", "accesses", "of these, L2 hits, on a line on its way from DRAM too") +=
      c.commit_unit_write_hits;
  s.counter("dram.reads", "lines", "lines read from DRAM") += c.dram_reads;
  s.counter("dram.writes", "lines", "lines written to DRAM") += c.dram_writes;
  s.counter("dram.row_hits", "lines", "DRAM accesses to an open row") += c.dram_row_hits;
  s.counter("dram.busy_cycles", "memory cycles",
            "cycles in which a channel's data bus transferred, summed over channels") += c.dram_busy_cycles;
}

void add_transactions(Statistics& s, const tm::TransactionCounters& c) {
  s.counter("tx.asked_aborts", "attempts",
            "attempts that the kernel itself aborted: tx_abort(), tx_retry()") += c.asked_aborts;
  s.counter("tx.watchdog_validations", "threads", "running attempts that the watchdog validated") +=
      c.watchdog_validations;
  s.counter("tx.watchdog_aborts", "threads", "of these, attempts that failed") += c.watchdog_aborts;
  s.counter("tx.resends", "logs", "logs that a commit unit asked for again") += c.resends;
  s.counter("tx.own_write_reads", "words", "transactional reads served from the thread's own write log") +=
      c.own_write_reads;
  s.counter("tx.write_log_walks", "warp instructions",
            "transactional loads whose warp searched its write log: for own writes, and where "
            "kilo.write_filter_bits makes the filter err") += c.write_log_walks;
}

void add_crossbar(Statistics& s, const std::string& name, const memory::Crossbar::Counters& c) {
  s.counter("interconnect." + name + ".packets", "packets",
            "packets accepted by the " + name + " crossbar") += c.packets;
  s.counter("interconnect." + name + ".flits", "flits", "flits transferred by the " + name + " crossbar") +=
      c.flits;
  s.counter("interconnect." + name + ".blocked", "source-cycles",
            "cycles in which a port's first packet was not granted in the " + name + " crossbar") +=
      c.blocked;
}

}  // namespace

Statistics Gpu::component_statistics() const {
  Statistics statistics;
  for (const auto& core : cores_) add_core(statistics, *core);
  for (const auto& node : nodes_) add_partition(statistics, node->counters());
  add_crossbar(statistics, "requests", requests_.counters());
  add_crossbar(statistics, "replies", replies_.counters());
  systems_.global->add_statistics(statistics);
  if (systems_.local) systems_.local->add_statistics(statistics);
  return statistics;
}

LaunchResult Gpu::collect(Cycle cycles, const Statistics& before) {
  LaunchResult result;
  result.cycles = cycles;
  result.transactions = launch_.transactions();
  for (auto& core : cores_) {
    core->settle_time(now_);
    for (const core::IssueCounters& issued : core->issued()) {
      result.warp_instructions += issued.warp_instructions;
      result.thread_instructions += issued.thread_instructions;
    }
    result.thread_times.add(core->thread_times());
    result.core_ended.push_back(core->ended() - progress_.started);
    result.core_time.add(core->core_time());
  }
  result.statistics = component_statistics();
  result.statistics.subtract(before);
  add_transactions(result.statistics, result.transactions);
  return result;
}

}  // namespace gputm::gpu
