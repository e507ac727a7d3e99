#include "engines/localtm/localtm_counters.h"

namespace gputm::engines::localtm {

void LocaltmCounters::add_to(Statistics& s) const {
  s.counter("localtm.requests", "warp instructions", "accesses to local memory") += requests;
  s.counter("localtm.busy_cycles", "core cycles", "in which a core's local memory had work") += busy_cycles;
  s.counter("localtm.attempts", "warps", "attempts of warps: begins of local memory") += attempts;
  s.counter("localtm.restarts", "warps", "of these, those after which some lane had to restart") += restarts;
  s.counter("localtm.warp_serializations", "warps",
            "attempts that run with one lane, since the two before left the same lanes in conflict") +=
      warp_serializations;
  s.counter("localtm.block_serializations", "warps", "attempts that have their block to themselves") +=
      block_serializations;
  s.counter("localtm.narrowed", "warps",
            "attempts that begin with fewer lanes than wait, since the block's limit lets no more") +=
      narrowed;
  s.counter("localtm.begin_cycles", "warp cycles", "from begins that may start to their answers") +=
      begin_cycles;
  s.counter("localtm.commit_cycles", "warp cycles", "from commits to their answers") += commit_cycles;
  s.counter("localtm.access_overhead", "warp cycles",
            "that accesses of transactions take beyond plain ones with the same passes over the banks") +=
      access_overhead;
  s.counter("localtm.plain_overhead", "warp cycles",
            "the same for accesses outside of transactions, which wait behind undone and released rows") +=
      plain_overhead;
  s.counter("localtm.true_conflicts", "lanes", "accesses in conflict to a row that another thread owns") +=
      true_conflicts;
  s.counter("localtm.leaver_conflicts", "lanes",
            "of these, those whose owner's attempt had ended and whose row was still to be restored or "
            "released; counted by the "
            "check of the history") += leaver_conflicts;
  s.counter("localtm.false_conflicts", "lanes", "accesses that a filter stopped by mistake") +=
      false_conflicts;
  s.counter("localtm.reader_conflicts", "lanes", "writes that another thread's filter of reads stopped") +=
      reader_conflicts;
  s.counter("localtm.outside_aborts", "warps", "attempts that another warp's serialization has aborted") +=
      outside_aborts;
  s.counter("localtm.races", "lanes", "accesses outside of transactions to rows that a thread owns") += races;
}

}  // namespace gputm::engines::localtm
