"""The result of a run or a launch."""
import json
import warnings
from dataclasses import dataclass, field

import pandas

from .errors import CheckWarning
from .plot.sweep_results import row_of


@dataclass(frozen=True, repr=False)
class Result:
    """Result of a run or a launch. `document` is all of it, as `gputm run --json` writes it (docs/reference/results_json.md);
    attributes are its main parts."""

    document: dict = field(repr=False)

    @classmethod
    def read(cls, text: str) -> "Result":
        """From the JSON text. Warns where a check has failed."""
        result = cls(json.loads(text))
        if not result.passed:
            warnings.warn(f"{result!r}: result {result.check}, history {result.history}", CheckWarning, stacklevel=3)
        return result

    @property
    def what(self) -> str:
        """The workload's name, or the kernel with its parameters."""
        return self.document.get("workload") or self.document["kernel"]

    @property
    def system(self) -> str:
        """The TM system's name."""
        return self.document["system"]

    @property
    def machine(self) -> str:
        """The machine's name, or its file."""
        return self.document["gputm"]["configuration"]

    @property
    def config(self) -> dict:
        """The effective configuration: group -> key -> value (docs/reference/configuration.md)."""
        return self.document["config"]

    @property
    def seed(self) -> int:
        """Seed of the workload's inputs."""
        return self.document["seed"]

    @property
    def cycles(self) -> int:
        """Time of the run in core cycles."""
        return self.document["cycles"]

    @property
    def seconds(self) -> float:
        """Wall clock of the simulation in seconds."""
        return self.document["host"]["seconds"]

    @property
    def instructions(self) -> dict:
        """`warp`: instructions issued; `thread`: each counted for every active lane."""
        return self.document["instructions"]

    @property
    def tx(self) -> dict:
        """Attempts of transactions: `begins`, `commits`, `aborts`; `read_words`, `write_words` of committed ones (words of 4 bytes)."""
        return self.document["tx"]

    @property
    def stats(self) -> dict:
        """All other counts by name (docs/reference/statistics.md)."""
        return self.document["stats"]

    @property
    def profile(self) -> dict | None:
        """Why transactions aborted, if it was asked for."""
        return self.document.get("profile")

    @property
    def check(self) -> str:
        """Of the result in memory: "pass", "off" (launches), or the first error."""
        return self.document["check"]["result"]

    @property
    def history(self) -> str:
        """Of the transactions' history: "pass", "off", or the first violation."""
        return self.document["check"]["history"]

    @property
    def passed(self) -> bool:
        """Whether no check has failed."""
        return all(text in ("pass", "off") for text in (self.check, self.history))

    def to_frame(self) -> pandas.DataFrame:
        """One row; a column for each name that figures of sweeps have, too: `cycles`, `tx.aborts`, `kilo.warp_limit` ..."""
        return frame([self])

    def __repr__(self) -> str:
        return (f"<{self.what}, {self.system} on {self.machine}: {self.cycles:,} cycles, {self.tx['commits']:,} commits, "
                f"{self.tx['aborts']:,} aborts{'' if self.passed else ', FAILED'}>")


# First columns of a frame
MAIN = ["workload", "system", "machine", "seed", "cycles", "tx.commits", "tx.aborts", "check.failed"]


def frame(results: list[Result]) -> pandas.DataFrame:
    """A row for each result."""
    rows = pandas.DataFrame([row_of({"workload": result.what, "system": result.system, "machine": result.machine, "variant": "",
                                     "seed": result.seed, "keys": {}}, result.document) for result in results])
    return main_first(rows.drop(columns="variant"))


def main_first(rows: pandas.DataFrame) -> pandas.DataFrame:
    main = [name for name in MAIN if name in rows.columns]
    return rows[[*main, *(name for name in rows.columns if name not in main)]]
