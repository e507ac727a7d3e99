"""The numbers of a figure: a row for each series, x and part, with the median over seeds and how far it can be trusted."""
import math

import numpy
import pandas

from .expressions import Expression
from .figure_file import PART

MEAN = "mean"
COVERAGE = 0.95
NO_POINT = -1  # an index that no point has


def median_interval(values):
    """Median, and the ends and the confidence of an interval for it: order statistics, whatever the distribution. The
    narrowest of at least 95%; of fewer than six values it is their whole range, with what confidence that gives."""
    values = sorted(values)
    count = len(values)
    low, confidence = 0, max(0.0, 1 - 2 ** (1 - count))
    outside = 2.0 ** -count
    for more in range(1, (count + 1) // 2):
        outside += math.comb(count, more) * 2.0 ** -count
        if 1 - 2 * outside < COVERAGE:
            break
        low, confidence = more, 1 - 2 * outside
    return float(numpy.median(values)), values[low], values[count - 1 - low], confidence


def matches(points, wanted, what):
    chosen = pandas.Series(True, index=points.index)
    for name, values in wanted.items():
        if name not in points.columns:
            raise ValueError(f"{what}: no result has '{name}'")
        values = values if isinstance(values, list) else [values]
        for value in values:
            if value not in set(points[name]):
                there = ", ".join(str(known) for known in points[name].unique()[:10])
                raise ValueError(f"{what}: {name}: no point has {value!r}; there are {there}")
        chosen &= points[name].isin(values)
    return chosen


def base_rows(figure, points, shown):
    """For each point the index of that by which it is measured: that has what `base` says, and is else like it as far as
    there is such a one. `shown`: the points that need one."""
    if not figure.base:
        return None
    for name in figure.alike:
        if name not in points.columns:
            raise ValueError(f"alike: no result has '{name}'")
    # Points of another workload may have no such key.
    points = points.fillna({name: "" for name in figure.alike})
    bases = points[matches(points, figure.base, "base")]
    # A system or variant has machine, workload and seed in common with others; its keys need not exist there.
    common = [name for name in ("workload", "machine", "seed", *figure.alike) if name not in figure.base]
    needed = set(points.loc[shown, common].itertuples(index=False, name=None))
    bases = bases[[row in needed for row in bases[common].itertuples(index=False, name=None)]]
    if bases.duplicated(common).any():
        row = bases[bases.duplicated(common, keep=False)].iloc[0]
        raise ValueError("base: several points have " + ", ".join(f"{name} {row[name]}" for name in common))
    places = dict(zip(bases[common].itertuples(index=False, name=None), bases.index))
    return [places.get(row, NO_POINT) for row in points[common].itertuples(index=False, name=None)]


def series_name(figure, row, part):
    values = [part if name == PART else row[name] for name in figure.series]
    return joined(figure, values)


def joined(figure, values):
    return " ".join(figure.shown(whole(value)) for value in values if str(value) not in ("", "nan"))


def whole(value):
    """A key that other points do not have is read as a fraction."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def values_of(figure, points):
    """A row for each point and part, with its value; NaN where a statistic or the base is missing."""
    for name in (figure.x, *figure.series):
        if name not in points.columns and name != PART:
            raise ValueError(f"x, series: no result has '{name}'")
    if figure.over and figure.over not in points.columns:
        raise ValueError(f"over: no result has '{figure.over}'")
    chosen = matches(points, figure.only, "only")
    base = base_rows(figure, points, chosen)
    rows = []
    for part in figure.parts or [""]:
        value = Expression(figure.value.replace("{part}", part), points, base).value()
        for index in points.index[chosen]:
            row = points.loc[index]
            rows.append({"series": series_name(figure, row, part), "x": part if figure.x == PART else whole(row[figure.x]),
                         "part": part if figure.kind == "stack" else "", "seed": row["seed"],
                         "over": row[figure.over] if figure.over else "", "value": value[index]})
    return pandas.DataFrame(rows).replace([numpy.inf, -numpy.inf], numpy.nan)


def with_mean(figure, values):
    """Adds, seed by seed, the mean over x, or of a line over the series; the one over something else takes the values' place."""
    if not figure.mean:
        return values
    across = "over" if figure.over else "series" if figure.kind == "line" else "x"
    wanted = values[across].nunique()

    def mean(group):
        if len(group) != wanted or group.isna().any():
            return numpy.nan  # a mean over fewer would be another's
        return numpy.exp(numpy.log(group).mean()) if figure.mean == "geometric" else group.mean()
    others = [name for name in ("series", "x", "part", "seed") if name != across]
    means = values.groupby(others, sort=False)["value"].agg(mean).dropna().reset_index()
    if figure.over:
        return means
    return pandas.concat([values, means.assign(**{across: MEAN})], ignore_index=True)


def paper_ends(figure, series, x):
    number = figure.paper.get(series, {}).get(str(x))
    ends = number if isinstance(number, list) else [number, number]
    return ends[0], ends[-1]


def figure_table(figure, points):
    """series, x, part, seeds, median, low, high, confidence, paper_low, paper_high; in the order of the sweep."""
    try:
        values = with_mean(figure, values_of(figure, points)).dropna(subset=["value"])
        rows = []
        for (series, x, part), group in values.groupby(["series", "x", "part"], sort=False):
            median, low, high, confidence = median_interval(group["value"])
            paper = paper_ends(figure, series, x)
            rows.append([series, figure.shown(x), part, len(group), median, low, high, confidence, *paper])
        if not rows:
            raise ValueError("no point has a value")
    except ValueError as error:
        raise ValueError(f"figure {figure.name}: {error}") from None
    columns = ["series", "x", "part", "seeds", "median", "low", "high", "confidence", "paper_low", "paper_high"]
    table = pandas.DataFrame(rows, columns=columns)
    return table if figure.kind == "stack" else table.drop(columns="part")
