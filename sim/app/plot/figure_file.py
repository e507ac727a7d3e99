"""The [[figure]] tables of a sweep's file."""
import re
import tomllib
from dataclasses import dataclass, field

KINDS = ("bar", "line", "stack")
MEANS = ("", "geometric", "arithmetic")
SCALES = ("linear", "log")
PART = "part"  # as x or series: the parts stand side by side


@dataclass
class Figure:
    name: str  # of its files
    kind: str
    value: str  # an expression (expressions.py)
    x: str = "workload"
    series: list = field(default_factory=lambda: ["system"])
    title: str = ""
    label: str = ""  # of the y axis
    x_label: str = ""
    scale: str = "linear"  # of the y axis
    x_scale: str = ""  # of a line's x axis; none: evenly spaced
    parts: list = field(default_factory=list)  # of a stack, or of "part" along x or in series: each is {part} in the value
    only: dict = field(default_factory=dict)  # name: values of the points that are shown
    base: dict = field(default_factory=dict)  # name: value of the points that base() means
    alike: list = field(default_factory=list)  # in what else these points must be like those that they are a base for
    mean: str = ""  # over x (bar, stack) or over the series (line), too
    over: str = ""  # what else the mean is over: it takes the place of the values
    names: dict = field(default_factory=dict)  # value: how it is shown
    paper: dict = field(default_factory=dict)  # series: {x: number or [low, high]}
    caption: str = ""

    def shown(self, value):
        return self.names.get(str(value), str(value))


TYPES = {"series": (list, "a text or a list of texts"), "parts": (list, "a list of texts"), "only": (dict, "a table"),
         "base": (dict, "a table"), "alike": (list, "a list of texts"), "names": (dict, "a table"), "paper": (dict, "a table")}


def require(condition, text):
    if not condition:
        raise ValueError(text)


def check_types(table, known, types):
    for key, value in table.items():
        require(key in known, f"unknown key '{key}'; there are {', '.join(known)}")
        kind, what = types.get(key, (str, "a text in quotes"))
        require(isinstance(value, kind), f"{key}: {value!r} is not {what}")


def check_paper(paper):
    for series, numbers in paper.items():
        require(isinstance(numbers, dict), f"paper: {series}: {numbers!r} is not a table of x = number")
        for x, number in numbers.items():
            ends = number if isinstance(number, list) else [number]
            require(len(ends) in (1, 2) and all(isinstance(end, (int, float)) for end in ends),
                    f"paper: {series}: {x}: {number!r} is neither a number nor [low, high]")


def figure_of(table):
    table = dict(table)
    if isinstance(table.get("series"), str):
        table["series"] = [table["series"]]
    check_types(table, list(Figure.__dataclass_fields__), TYPES)
    for key in ("name", "kind", "value"):
        require(key in table, f"{key} is missing")
    figure = Figure(**table)
    require(re.fullmatch(r"[\w-]+", figure.name), f"name: '{figure.name}': letters, digits, '_' and '-' are legal")
    for key, legal in (("kind", KINDS), ("mean", MEANS), ("scale", SCALES), ("x_scale", ("", *SCALES))):
        value = getattr(figure, key)
        require(value in legal, f"{key}: '{value}' is none of {', '.join(word for word in legal if word)}")
    require(not figure.over or figure.mean, "over: a mean is missing")
    require(figure.over not in (figure.x, *figure.series), f"over: '{figure.over}' is x or a series")
    require(not figure.alike or figure.base, "alike: base is missing")
    spread = PART in (figure.x, *figure.series)
    require(not (spread and figure.kind == "stack"), f"x, series: '{PART}': a stack shows its parts in each bar")
    require(bool(figure.parts) == (figure.kind == "stack" or spread),
            f"parts: a stack has parts, and what has '{PART}' as x or series; others have none")
    check_paper(figure.paper)
    return figure


def read_document(path):
    try:
        return tomllib.loads(path.read_text())
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None


def named_terms(table, prefix=""):
    """Names of [terms], and of the tables in it, with their expressions."""
    for name, text in table.items():
        if isinstance(text, dict):
            yield from named_terms(text, f"{prefix}{name}.")
        else:
            require(isinstance(text, str), f"{prefix}{name}: {text!r} is not a text in quotes")
            require(re.fullmatch(r"[A-Za-z_]\w*", name), f"{prefix}{name}: a name has letters, digits and '_'")
            yield prefix + name, text


def read_terms(path):
    """Names for expressions, which all figures of the file may use like statistics."""
    try:
        return dict(named_terms(read_document(path).get("terms", {})))
    except ValueError as error:
        raise ValueError(f"{path}: terms: {error}") from None


def read_figures(path):
    tables = read_document(path).get("figure", [])
    figures = []
    for number, table in enumerate(tables, 1):
        try:
            figures.append(figure_of(table))
            require(len({figure.name for figure in figures}) == len(figures), "name: is that of another figure")
        except ValueError as error:
            raise ValueError(f"{path}: figure {table.get('name', number)}: {error}") from None
    return figures
