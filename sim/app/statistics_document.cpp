#include "app/statistics_document.h"

#include "app/runner.h"

namespace gputm::app {
namespace {

constexpr const char* kIntroduction = R"(# Statistics

<!-- Generated: gputm list --statistics > docs/reference/statistics.md -->

What a run counts and what each name means. `gputm run --json FILE` writes the values; docs/reference/results_json.md describes
that file. A value counts the whole launch, or all launches of a workload that has several, summed over cores,
partitions or ports, unless its definition says otherwise.

## Main results

| name | unit | definition |
|---|---|---|
| `cycles` | core cycles | from the first block's start until all threads have ended and memory is quiet |
| `instructions.warp` | warp instructions | instructions issued, each counted once whatever the number of its active lanes |
| `instructions.thread` | thread instructions | the same, each counted once for every active lane |
| `tx.begins` | attempts | attempts of transactions: commits and aborts; nested begins do not count |
| `tx.commits` | transactions | transactions committed |
| `tx.aborts` | attempts | attempts that failed and were restarted |
| `tx.read_words` | words | entries in the read logs of committed attempts |
| `tx.write_words` | words | entries in the write logs of committed attempts |
| `host.seconds` | s | wall clock of the launch, without setting up inputs and checking the result |
| `host.thread_kips` | 1000/s | thread instructions simulated per second |
| `host.kcycles_per_s` | 1000/s | core cycles simulated per second |
| `host.peak_mib` | MiB | peak resident memory of the process up to the end of the run |

## Time

Every cycle of every resident thread is in one class (KILO TM paper, MICRO 2011, figure 9), and every cycle of every core
(figure 10). The names are keys of `stats`.

| name | unit | definition |
|---|---|---|
| `time.thread.TC` | thread-cycles | stalled by concurrency control; serial: waiting for the global lock |
| `time.thread.TO` | thread-cycles | committing: from `tx_commit` until the outcome has taken effect |
| `time.thread.TW` | thread-cycles | passed, waiting for other lanes of the warp |
| `time.thread.TA` | thread-cycles | executing an attempt that aborts |
| `time.thread.TU` | thread-cycles | executing an attempt that commits |
| `time.thread.AT` | thread-cycles | waiting for an atomic operation |
| `time.thread.BA` | thread-cycles | waiting at a barrier |
| `time.thread.NL` | thread-cycles | all else |
| `time.core.EXEC` | core cycles | at least one warp issued |
| `time.core.STALL` | core cycles | a warp was ready, but the memory pipeline did not take its instruction |
| `time.core.SCRB` | core cycles | all resident warps waited for data, concurrency control or a commit |
| `time.core.IDLE` | core cycles | no warp was resident |

## Components

)";

}  // namespace

std::string statistics_document() {
  RunOptions options;
  options.workload = "atm";
  options.machine.settings = {"core.count=3",      "workload.accounts=64", "workload.transfers=64",
                              "workload.blocks=2", "workload.threads=32",  "kilo.eapg=both"};
  Statistics statistics = run_workload(options).result.statistics;
  for (const char* const own : {"warptm", "snapshot", "getm"}) {  // systems with counters of their own
    options.system = own;
    statistics.add(run_workload(options).result.statistics);
  }
  options.workload = "lds-ht";
  options.system = "localtm";
  options.machine.settings = {"localtm.banks=ideal", "core.count=3", "workload.threads=32"};
  statistics.add(run_workload(options).result.statistics);
  return kIntroduction + statistics.definitions_markdown();
}

}  // namespace gputm::app
