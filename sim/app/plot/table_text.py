"""A table of a sweep's results as Markdown: a row for each workload or key, a column for each value."""
import numpy
import pandas

from .expressions import Expression
from .figure_data import base_rows, joined, matches

NONE = "-"


def chosen_points(points, alternatives, what):
    """Which points meet one of the conditions; without conditions all."""
    chosen = pandas.Series(not alternatives, index=points.index)
    for condition in alternatives:
        chosen |= matches(points, condition, what)
    return chosen


def in_order(column):
    """Places of a column's values: numbers ascending, texts as in the sweep, before both points that have none."""
    if pandas.api.types.is_numeric_dtype(column):
        return column.fillna(-numpy.inf)
    return pandas.Series(pandas.factorize(column)[0], index=column.index)


def row_names(table, points):
    """For each row its name and its points."""
    shown = chosen_points(points, table.only, "only")
    if table.row:
        return [(row.name, shown & chosen_points(points, row.only, f"row {row.name}")) for row in table.row]
    for name in table.rows:
        if name not in points.columns:
            raise ValueError(f"rows: no result has '{name}'")
    names = pandas.Series([joined(table, values) for values in points[table.rows].itertuples(index=False, name=None)], index=points.index)
    places = points.loc[shown, table.rows].apply(in_order).sort_values(table.rows, kind="stable").index
    return [(name, shown & (names == name)) for name in names[places].unique()]


def cell_values(column, points, rows):
    """For each row a list of numbers, one for each of its points that has one."""
    chosen = chosen_points(points, column.only, "only")
    needed = chosen & numpy.logical_or.reduce([row for _, row in rows])
    base = base_rows(column, points, needed)
    values = Expression(column.value, points, base).value().replace([numpy.inf, -numpy.inf], numpy.nan)
    if not column.least:
        return [values[chosen & row].dropna().tolist() for _, row in rows]
    least = Expression(column.least, points, base).value()
    return [[values[place] for place in least[chosen & row].dropna().groupby(points["seed"]).idxmin()] for _, row in rows]


def shown_number(column, values):
    def number(value):
        return column.named(format(value, column.format))
    if not values:
        return NONE
    if column.show == "count":
        return f"{numpy.count_nonzero(values)} of {len(values)}"
    median, least, most = number(numpy.median(values)), number(min(values)), number(max(values))
    if column.show == "spread":
        return median if min(values) == max(values) else f"{median} ({least}-{most})"
    return {"median": median, "least": least, "most": most}[column.show]


def measured_in(column, values):
    """The number of a cell that a mean takes."""
    return {"least": min, "most": max}.get(column.show, numpy.median)(values) if values else numpy.nan


def mean_of(column, cells):
    if not column.mean:
        return ""
    numbers = numpy.array([measured_in(column, values) for values in cells])
    if numpy.isnan(numbers).any():
        return NONE  # a mean over fewer would be another's
    return format(numpy.exp(numpy.log(numbers).mean()) if column.mean == "geometric" else numbers.mean(), column.format)


def column_texts(table, column, points, rows):
    """The cells of a column, of rows, mean and paper; and which rows have a measured one."""
    if column.text:
        return [column.text.get(name, "") for name, _ in rows] + ["", column.paper], [False] * len(rows)
    cells = cell_values(column, points, rows)
    return [shown_number(column, values) for values in cells] + [mean_of(column, cells), column.paper], [bool(values) for values in cells]


def line(cells):
    return "| " + " | ".join(cells) + " |\n"


def markdown(table, points):
    try:
        rows = row_names(table, points)
        columns, measured = [], numpy.zeros(len(rows), dtype=bool)
        for column in table.column:
            try:
                texts, there = column_texts(table, column, points, rows)
            except ValueError as error:
                raise ValueError(f"column {column.name}: {error}") from None
            columns.append(texts)
            measured |= there
        if not measured.any():
            raise ValueError("no point has a value")
    except ValueError as error:
        raise ValueError(f"table {table.name}: {error}") from None
    means = {column.mean for column in table.column if column.mean}
    names = [name for name, _ in rows] + [table.mean_name or f"{' and '.join(sorted(means))} mean", table.paper_name]
    shown = [*measured, bool(means), any(column.paper for column in table.column)]
    text = line([table.head or " ".join(table.rows), *(column.name for column in table.column)])
    text += "|---|" + "--:|" * len(table.column) + "\n"
    return text + "".join(line(cells) for cells, is_shown in zip(zip(names, *columns), shown) if is_shown)


def into_pages(texts, paths):
    """The pages' texts with the tables that they have marks for: <!-- NAME -->, then the table, then <!-- end -->."""
    pages, used = {path: path.read_text() for path in paths}, set()
    for path, page in pages.items():
        for name, text in texts.items():
            begin, end = f"<!-- {name} -->\n", "<!-- end -->"
            before, mark, rest = page.partition(begin)
            if mark:
                if end not in rest:
                    raise ValueError(f"{path}: after {begin.strip()} there is no {end}")
                page = before + begin + text + rest[rest.index(end):]
                used.add(name)
        pages[path] = page
    unused = [name for name in texts if name not in used]
    if paths and unused:
        raise ValueError(f"--into: no page has <!-- {unused[0]} -->")
    return pages
