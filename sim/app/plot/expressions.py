"""Values of figures and tables: arithmetic on the names of statistics, `cycles / base(cycles)`, for all points at once."""
import ast
import operator

import pandas

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
COMPARISONS = {ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.Gt: operator.gt}


def dotted(node):
    """The name that `tx.aborts` stands for, or None."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        prefix = dotted(node.value)
        return prefix and f"{prefix}.{node.attr}"
    return None


class Expression:
    """`points`: a row each; `base`: for each point the index of that by which it is measured, or None. With `absent` a
    statistic that a point does not have has that value. `coordinates`: names that together tell points apart."""

    def __init__(self, text, points, base=None, absent=None, coordinates=()):
        self.text, self.points, self.base, self.absent, self.coordinates = text, points, base, absent, coordinates

    def value(self):
        try:
            tree = ast.parse(self.text, mode="eval")
        except SyntaxError:
            raise ValueError(f"value: '{self.text}' is no expression") from None
        return self.series(tree.body)

    def series(self, node):
        return pandas.Series(self.of(node), index=self.points.index, dtype=float)

    def of(self, node):
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return node.value
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](self.of(node.left), self.of(node.right))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.of(node.operand)
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
            left, right = self.series(node.left), self.series(node.comparators[0])
            return COMPARISONS[type(node.ops[0])](left, right).astype(float).where(left.notna() & right.notna())
        if isinstance(node, ast.Call) and not node.keywords:
            return self.call(dotted(node.func), node.args)
        return self.statistic(dotted(node))

    def call(self, function, arguments):
        if function == "base" and len(arguments) == 1:
            return self.based(arguments[0])
        if function == "total" and len(arguments) == 1:
            return self.total(dotted(arguments[0]))
        if function == "previous" and len(arguments) == 2:
            return self.previous(arguments[0], dotted(arguments[1]))
        raise ValueError(f"value: '{self.text}': there are the functions base(VALUE), total(PREFIX) and, in terms, "
                         "previous(VALUE, KEY)")

    def based(self, argument):
        if self.base is None:
            raise ValueError(f"value: '{self.text}' has base(), but there is no base = {{...}}")
        return self.series(argument).reindex(self.base).set_axis(self.points.index)

    def total(self, prefix):
        columns = [name for name in self.points.columns if name.startswith(f"{prefix}.")]
        if not columns:
            raise ValueError(f"value: no statistic begins with '{prefix}.'")
        return self.points[columns].astype(float).sum(axis=1)

    def previous(self, argument, key):
        """At the point that has the next lower value of the key, and is else the same."""
        if key not in self.coordinates:
            raise ValueError(f"value: '{self.text}': previous(): '{key}' is none of {', '.join(self.coordinates) or 'no terms'}")
        others = [name for name in self.coordinates if name != key]
        ordered = self.points[others].assign(value=self.series(argument), key=self.points[key]).dropna(subset="key").sort_values("key")
        return ordered.groupby(others, dropna=False, sort=False)["value"].shift().reindex(self.points.index)

    def statistic(self, name):
        if name is None:
            raise ValueError(f"value: '{self.text}' is more than names, numbers, + - * / == != < > and parentheses")
        if name not in self.points.columns:
            raise ValueError(f"value: no result has '{name}'; docs/reference/statistics.md has the names")
        numbers = pandas.to_numeric(self.points[name], errors="coerce")
        return numbers if self.absent is None else numbers.fillna(self.absent)


def with_terms(terms, points, coordinates):
    """The points with a column for each of the sweep's terms. What a system does not count it does not have: 0."""
    for name, text in terms.items():
        if name in points.columns:
            raise ValueError(f"terms: {name}: is the name of a statistic")
        try:
            points = points.assign(**{name: Expression(text, points, absent=0, coordinates=coordinates).value()})
        except ValueError as error:
            raise ValueError(f"terms: {name}: {error}") from None
    return points
