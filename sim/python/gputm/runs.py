"""Runs of workloads."""
from collections.abc import Sequence
from pathlib import Path

import pandas

from . import _native
from .options import Progress, Settings, machine_options, run_options
from .results import Result, frame


def run(workload: str, tm: str = "kilo", config: str | Path = "fx5800", set: Settings | None = None, seed: int | None = None, *,
        check_history: bool = True, profile: bool = False, threads: int = 0, progress: Progress = True) -> Result:
    """Runs one workload on one machine under one TM system, and checks its result and its history.

    workload: a name of list_workloads(); tm: of list_systems(); config: of list_machines(), or a .toml file.
    set: keys of list_keys() and `workload.<size>` with their values. seed: of the workload's inputs (default 1).
    check_history: replay and check every transaction. profile: record where time goes and why transactions abort (Result.profile).
    threads: of the host, 1 or 2 (0: 2 where there are two processors); no effect on results.
    progress: True: a line on the terminal; or a function, called four times a second with the core cycles simulated and the
    part of the threads that has ended, 0 to 1.

    Raises ConfigError for a wrong name, key or value, RunError if the run cannot continue. A check that fails is a CheckWarning."""
    options = machine_options(config, set, seed) | run_options(tm, check_history, threads, profile, progress)
    return Result.read(_native.run(workload, options, progress))


def compare(workloads: str | Sequence[str] = ("atm", "ht-h"), systems: Sequence[str] = ("ideal", "kilo", "lock", "serial"),
            config: str | Path = "fx5800", set: Settings | None = None, seed: int | None = None, *, full: bool = False) -> pandas.DataFrame:
    """Runs workloads under several TM systems, as many runs at a time as there are processors.

    Returns a row for each run, with the columns of Result.to_frame() and, where `ideal` is among the systems, `x_ideal`: cycles
    over those of ideal TM. full: the workloads' own sizes; otherwise sizes that end in seconds under every system."""
    results: list[Result] = []
    workloads = [workloads] if isinstance(workloads, str) else list(workloads)
    _native.compare(workloads, list(systems), full, machine_options(config, set, seed), lambda text: results.append(Result.read(text)))
    rows = frame(results)
    ideal = rows[rows["system"] == "ideal"].set_index("workload")["cycles"]
    if len(ideal):
        rows.insert(list(rows.columns).index("cycles") + 1, "x_ideal", rows["cycles"] / rows["workload"].map(ideal))
    return rows
