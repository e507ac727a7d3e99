#!/usr/bin/python3
"""suite.py <gputm> kilo|snapshot: runs the workloads of a paper at its sizes, with the parts of its systems in RTL, two at a time, each
with its result check. Prints the wall and the processor seconds of all together as JSON.

kilo: the KILO TM paper's seven workloads under KILO TM. snapshot: the snapshot isolation paper's ten under snapshot isolation, its
oracle, WarpTM, KILO TM and locks; the seven and the kernels of its anomalies under snapshot isolation; these without detection."""

import concurrent.futures
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

KILO = ["cl", "cc", "bh", "ap", "atm", "ht-h", "ht-l"]
SNAPSHOT = ["list2", "vacation2", "graphcut2", "bst", "rbtree2", "list", "vacation", "rbtree", "graphcut", "bst2"]
ANOMALIES = ["skew", "receipts", "rings"]
LARGE_LOGS = ["--config", "gtx480", "--set", "tx.log_entries=1024"]  # the lists' transactions do not fit into the default's
AT_A_TIME = 2  # processors of the bar's machine


def kilo():
    return [[workload, "--tm", "kilo"] for workload in KILO]


def snapshot():
    """The longest first. The larger graph's transactions do not fit into KILO TM's logs."""
    systems = ["warptm", "kilo", "lock", "snapshot", "snapshot_oracle"]
    runs = [[workload, "--tm", system] for workload in SNAPSHOT for system in systems if (workload, system) != ("graphcut2", "kilo")]
    runs += [[workload, "--tm", "snapshot"] for workload in [*KILO, *ANOMALIES]]
    runs += [[workload, "--tm", "snapshot_plain"] for workload in ANOMALIES]
    return [run + LARGE_LOGS for run in runs]


def run(gputm, arguments):
    with tempfile.TemporaryDirectory() as folder:
        # Without detection a run shows anomalies: its check fails.
        status = subprocess.run([gputm, "run", *arguments, "--json", f"{folder}/result.json"], stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, check=False).returncode
        if status not in ((0, 1) if "snapshot_plain" in arguments else (0,)):
            sys.exit(f"gputm run {' '.join(arguments)}: exit status {status}")
        return json.loads(pathlib.Path(folder, "result.json").read_text())["cycles"]


def main():
    gputm, name = sys.argv[1:]
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        cycles = sum(pool.map(lambda arguments: run(gputm, arguments), {"kilo": kilo, "snapshot": snapshot}[name]()))
    seconds = time.monotonic() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps({f"{name}_suite_seconds": round(seconds, 1),
                      f"{name}_suite_processor_seconds": round(used.ru_utime + used.ru_stime, 1),
                      f"{name}_suite_kcycles_per_processor_s": round(cycles / 1000 / (used.ru_utime + used.ru_stime), 1)}))


if __name__ == "__main__":
    main()
