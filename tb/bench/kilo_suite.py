#!/usr/bin/python3
"""kilo_suite.py <gputm>: runs the KILO TM paper's seven workloads at its sizes under KILO TM, commit units in RTL, two at a time, each
with its result check. Prints the wall and the processor seconds of all together as JSON."""

import concurrent.futures
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

LONGEST_FIRST = ["cl", "cc", "bh", "ap", "atm", "ht-h", "ht-l"]
AT_A_TIME = 2  # processors of the machine that the bar is for


def run(gputm, workload):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([gputm, "run", workload, "--tm", "kilo", "--json", f"{folder}/result.json"], check=True,
                       stdout=subprocess.DEVNULL)
        return json.loads(pathlib.Path(folder, "result.json").read_text())["cycles"]


def main():
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        cycles = sum(pool.map(lambda workload: run(sys.argv[1], workload), LONGEST_FIRST))
    seconds = time.monotonic() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps({"kilo_suite_seconds": round(seconds, 1), "kilo_suite_processor_seconds": round(used.ru_utime + used.ru_stime, 1),
                      "kilo_suite_kcycles_per_processor_s": round(cycles / 1000 / (used.ru_utime + used.ru_stime), 1)}))


if __name__ == "__main__":
    main()
