"""gputm: hardware transactional memory for GPUs, simulated with its RTL.

    gputm.run("atm", tm="kilo")                    one workload on one machine under one TM system
    gputm.compare(["atm", "ht-h"])                 several systems, as a pandas frame
    gputm.launch("saxpy.cpp", "saxpy", grid=8, block=128, args=[1000, 2.5, x, y])
                                                   a kernel of one's own; NumPy arrays are its buffers
    gputm.sweep("study.toml")                      many runs in concurrent processes, as a pandas frame

`python -m gputm` and `gputm` are the command. Documentation: docs/guide/python.md of the source tree."""
from ._native import revision, version as __version__
from .errors import CheckWarning, ConfigError, Error, RunError
from .kernels import Local, launch
from .lists import list_keys, list_machines, list_systems, list_workloads
from .results import Result
from .runs import compare, run
from .sweeps import sweep
from .tools import offer_verilator

__all__ = ["CheckWarning", "ConfigError", "Error", "Local", "Result", "RunError", "compare", "launch", "list_keys", "list_machines",
           "list_systems", "list_workloads", "revision", "run", "sweep"]

offer_verilator()
