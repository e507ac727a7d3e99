"""The [[table]] tables of a sweep's file."""
import re
from dataclasses import dataclass, field

from .figure_file import check_types, read_document, require

SHOWN = ("median", "spread", "least", "most", "count")
MEANS = ("", "geometric", "arithmetic")
EACH = "{each}"


@dataclass
class Column:
    name: str
    value: str = ""  # an expression (expressions.py), or with `text` none
    only: list = field(default_factory=list)  # conditions of its points, one of which must hold
    each: str = ""  # name or key: a column for each value that `only` lists; {each} in the name
    base: dict = field(default_factory=dict)  # as in a figure
    alike: list = field(default_factory=list)
    least: str = ""  # an expression: of each seed the point alone at which it is least
    show: str = "median"  # of the points of a cell; spread: median (least-most); count: of those that are not 0
    format: str = ".2f"  # as in Python
    mean: str = ""  # of the cells, in a row of its own
    names: dict = field(default_factory=dict)  # cell: how it is shown
    text: dict = field(default_factory=dict)  # row: text, for numbers that are not measured
    paper: str = ""  # text in the paper's row

    def named(self, value):
        return self.names.get(str(value), str(value))


@dataclass
class Row:
    name: str
    only: list


@dataclass
class Table:
    name: str
    column: list
    rows: list = field(default_factory=lambda: ["workload"])  # names or keys: a row for each combination
    row: list = field(default_factory=list)  # or rows described one by one
    head: str = ""  # of the first column
    only: list = field(default_factory=list)
    names: dict = field(default_factory=dict)  # value in a row's name: how it is shown
    mean_name: str = ""
    paper_name: str = "paper"

    def shown(self, value):
        return self.names.get(str(value), str(value))


DEFAULTS = ("base", "alike", "show", "format", "mean")  # of the columns, which a table may have
COLUMN_TYPES = {"only": (list, "a table or a list of tables"), "base": (dict, "a table"), "alike": (list, "a list of texts"),
                "names": (dict, "a table"), "text": (dict, "a table")}
TABLE_TYPES = COLUMN_TYPES | {"rows": (list, "a text or a list of texts"), "row": (list, "[[table.row]]"),
                              "column": (list, "[[table.column]]")}


def as_lists(table, *keys):
    return {key: [value] if key in keys and not isinstance(value, list) else value for key, value in table.items()}


def check_conditions(alternatives):
    require(all(isinstance(condition, dict) for condition in alternatives), f"only: {alternatives!r} has more than tables")


def column_of(table):
    table = as_lists(table, "only")
    check_types(table, list(Column.__dataclass_fields__), COLUMN_TYPES)
    require("name" in table, "name is missing")
    column = Column(**table)
    check_conditions(column.only)
    for key, legal in (("show", SHOWN), ("mean", MEANS)):
        value = getattr(column, key)
        require(value in legal, f"{key}: '{value}' is none of {', '.join(word for word in legal if word)}")
    require(bool(column.value) != bool(column.text), "value or text is missing, or both are there")
    require(re.fullmatch(r",?(\.\d)?[f%]", column.format), f"format: '{column.format}' is not as ',.0f', '.2f' or '.0%'")
    require((EACH in column.name) == bool(column.each), f"each and {EACH} in the name go together")
    return column


def columns_of(table):
    """One, or one for each value of `each`."""
    column = column_of(table)
    if not column.each:
        return [column]
    require(len(column.only) == 1 and isinstance(column.only[0].get(column.each), list), f"each: only has no list of '{column.each}'")
    return [column_of({**table, "only": {**column.only[0], column.each: value}, "each": "",
                       "name": column.name.replace(EACH, column.named(value))})
            for value in column.only[0][column.each]]


def row_of(table):
    table = as_lists(table, "only")
    check_types(table, list(Row.__dataclass_fields__), COLUMN_TYPES)
    require(table.keys() == {"name", "only"}, "a row has name and only")
    check_conditions(table["only"])
    return Row(**table)


def each_of(read, tables, what):
    for number, table in enumerate(tables, 1):
        try:
            yield read(table)
        except ValueError as error:
            raise ValueError(f"{what} {table.get('name', number)}: {error}") from None


def table_of(table):
    table = as_lists(table, "only", "rows")
    check_types(table, [*Table.__dataclass_fields__, *DEFAULTS], TABLE_TYPES)
    for key in ("name", "column"):
        require(key in table, f"{key} is missing")
    require(not ("rows" in table and "row" in table), "rows and [[table.row]] exclude each other")
    defaults = {key: table.pop(key) for key in DEFAULTS if key in table}
    columns = each_of(columns_of, [{**defaults, **column} if "value" in column else column for column in table["column"]], "column")
    described = Table(**{**table, "column": [column for some in columns for column in some],
                         "row": list(each_of(row_of, table.get("row", []), "row"))})
    check_conditions(described.only)
    require(re.fullmatch(r"[\w-]+", described.name), f"name: '{described.name}': letters, digits, '_' and '-' are legal")
    return described


def read_tables(path):
    try:
        tables = list(each_of(table_of, read_document(path).get("table", []), "table"))
        require(len({table.name for table in tables}) == len(tables), "table: two have the same name")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return tables
