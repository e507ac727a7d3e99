"""The results of a sweep's folder as a data frame: a row for each point, a column for each name that a value can have."""
import json
from dataclasses import dataclass

import pandas

# What tells points from each other, beside the keys that the sweep varies.
DIMENSIONS = ["workload", "system", "machine", "variant", "seed"]


@dataclass
class Results:
    folder: object
    sweep: str
    description: str
    size: str
    points: pandas.DataFrame
    coordinates: list  # names of columns that together tell points apart
    missing: int
    revisions: list

    def origin(self):
        """Which runs these are, in one line."""
        seeds = ", ".join(str(seed) for seed in sorted(self.points["seed"].unique()))
        absent = f"; {self.missing} points are missing" if self.missing else ""
        return f"{self.sweep}, {self.size} size, seed {seeds}{absent}"


def read_json(path):
    try:
        return json.loads(path.read_text())
    except FileNotFoundError:
        raise
    except ValueError as error:
        raise ValueError(f"{path}: is no JSON: {error}") from None


def flat(value, prefix=""):
    """The members of nested objects under their dotted names."""
    for key, member in value.items():
        if isinstance(member, dict):
            yield from flat(member, f"{prefix}{key}.")
        else:
            yield prefix + key, member


def row_of(point, result):
    row = dict(flat({key: result[key] for key in ("config", "cycles", "instructions", "tx", "host") if key in result}))
    row = {name.removeprefix("config."): value for name, value in row.items()}
    row |= flat(result["stats"])
    row["check.failed"] = int(any(text not in ("pass", "off") for text in result["check"].values()))
    row |= {name: point[name] for name in DIMENSIONS} | point["keys"]
    return row


def read_results(folder):
    """The points that belong to the sweep and have a result of the sweep's present definition."""
    try:
        manifest = read_json(folder / "points.json")
    except FileNotFoundError:
        raise ValueError(f"{folder}: has no points.json; it is no folder of results of gputm sweep") from None
    rows, revisions = [], set()
    for point in manifest["points"]:
        path = folder / f"{point['id']}.json"
        result = read_json(path) if path.exists() else None
        if result and result.get("sweep", {}).get("definition") == point["definition"]:
            rows.append(row_of(point, result))
            revisions.add(result["gputm"]["revision"])
    if not rows:
        raise ValueError(f"{folder}: has no result yet")
    keys = dict.fromkeys(key for point in manifest["points"] for key in point["keys"])
    return Results(folder, manifest["sweep"], manifest["description"], manifest["size"], pandas.DataFrame(rows), [*DIMENSIONS, *keys],
                   len(manifest["points"]) - len(rows), sorted(revisions))
