"""What there is: workloads, TM systems, machines, keys."""
import json

import pandas

from . import _native


def list_workloads() -> pandas.DataFrame:
    """Workloads by name: `description`, and `sizes`, the keys `workload.<size>` with their defaults."""
    return pandas.DataFrame(json.loads(_native.workloads())).set_index("name")


def list_systems() -> pandas.DataFrame:
    """TM systems by name: `description`."""
    return pandas.DataFrame(json.loads(_native.systems())).set_index("name")


def list_machines() -> list[str]:
    """Names of the machines that come with gputm, for `config`."""
    return _native.machines()


def list_keys() -> pandas.DataFrame:
    """Keys of machines and TM systems by name, for `set`: `unit`, `range`, `default`, `description`."""
    return pandas.DataFrame(json.loads(_native.keys())).set_index("name")
