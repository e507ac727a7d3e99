"""Sweeps: many runs, described by a TOML file (docs/guide/sweeps.md) or a dictionary with the same keys."""
import json
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path

import pandas

from . import _native
from .errors import CheckWarning
from .plot.sweep_results import read_results
from .results import main_first


def toml_value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {toml_value(member)}" for key, member in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_value(member) for member in value) + "]"
    if isinstance(value, (bool, int, str)):
        return json.dumps(value, ensure_ascii=False)
    raise TypeError(f"{value!r} is a {type(value).__name__}; a sweep has texts, whole numbers, true and false, lists and tables")


def toml(document: Mapping[str, object]) -> str:
    """The document as TOML, with its tables in single lines."""
    return "".join(f"{json.dumps(key, ensure_ascii=False)} = {toml_value(value)}\n" for key, value in document.items())


def sweep(study: str | Path | Mapping[str, object], out: str | Path | None = None, size: str = "full", *, jobs: int = 0,
          time_limit: int = 0, fresh: bool = False, any_revision: bool = False, progress: bool = True) -> pandas.DataFrame:
    """Runs all points of a sweep, each in a process of its own.

    study: a file, or its contents as a dictionary: {"workloads": ["ht-h"], "systems": ["kilo"], "keys": {"kilo.warp_limit": [1, 2, 4]}}.
    out: folder of the results, which a later call with the same folder takes instead of running the points again, and which
    `gputm plot` draws; None: they are not kept. size: one of the file's. jobs: concurrent runs (0: as many as there are processors).
    time_limit: of a point in seconds (0: the file's, which is an hour unless it says otherwise). fresh, any_revision: as those of `gputm sweep`.
    progress: print a line for each ended point to standard error.

    Returns a row for each point that has a result, with the columns of Result.to_frame(), `variant` and the keys of the sweep. A point that
    has failed is a CheckWarning."""
    with tempfile.TemporaryDirectory(prefix="gputm-sweep-") as temporary:
        folder = Path(out) if out is not None else Path(temporary) / "results"
        document = toml(study) if isinstance(study, Mapping) else None
        options = {"out": str(folder), "size": size, "jobs": jobs, "time_limit": time_limit, "fresh": fresh, "any_revision": any_revision,
                   "progress": progress}
        failed = _native.sweep(str(study) if document is None else f"{folder.name}.toml", document, options)
        for point, reason in failed.items():
            warnings.warn(f"{point}: {reason}", CheckWarning, stacklevel=2)
        if failed and not any(folder.glob("*,seed=*.json")):
            return pandas.DataFrame()
        return main_first(read_results(folder).points)
