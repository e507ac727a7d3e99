"""What a check says of a top beside its row of a table in docs/measured. Pages may be older than the sources, so a row need not be
equal: a top fails that has become larger or slower by more than a column allows."""
from dataclasses import dataclass

FEW = 0.03  # other names of the same logic change cells and clocks by one or two percent


@dataclass(frozen=True)
class Column:
    name: str
    place: int  # in the row
    allowed: float  # how much worse than the row, as a share of it
    less_is_worse: bool = False

    def is_worse(self, value, known):
        return (known - value if self.less_is_worse else value - known) > self.allowed * known


@dataclass(frozen=True)
class Comparison:
    """Of a line of a table with the row of the same top and parameters among others."""
    known: bool  # whether there is such a row
    worse: bool
    text: str  # what differs, with both values; empty if nothing does


def compare(line, rows, columns):
    def cells(row):
        return row.split(" | ")

    row = next((row for row in rows if cells(row)[:2] == cells(line)[:2]), None)
    if row is None:
        return Comparison(known=False, worse=False, text="no row")
    pairs = [(column, cells(line)[column.place], cells(row)[column.place]) for column in columns]
    return Comparison(known=True, worse=any(column.is_worse(float(value), float(known)) for column, value, known in pairs),
                      text=", ".join(f"{column.name} {value} (row: {known})" for column, value, known in pairs if value != known))
