"""Values of figures: arithmetic on the names of statistics, `cycles / base(cycles)`, for all points at once."""
import ast
import operator

import pandas

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def dotted(node):
    """The name that `tx.aborts` stands for, or None."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        prefix = dotted(node.value)
        return prefix and f"{prefix}.{node.attr}"
    return None


class Expression:
    """`points`: a row each; `base`: of each point that one by which it is measured, in the same order, or None. With
    `absent` a statistic that a point does not have has that value."""

    def __init__(self, text, points, base, absent=None):
        self.text, self.points, self.base, self.absent = text, points, base, absent

    def value(self):
        try:
            tree = ast.parse(self.text, mode="eval")
        except SyntaxError:
            raise ValueError(f"value: '{self.text}' is no expression") from None
        return pandas.Series(self.of(tree.body, self.points), index=self.points.index, dtype=float)

    def of(self, node, rows):
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return node.value
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](self.of(node.left, rows), self.of(node.right, rows))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.of(node.operand, rows)
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            return self.call(dotted(node.func), node.args[0], rows)
        return self.statistic(dotted(node), rows)

    def call(self, function, argument, rows):
        if function == "base":
            if self.base is None:
                raise ValueError(f"value: '{self.text}' has base(), but the figure has no base = {{...}}")
            return self.of(argument, self.base)
        if function == "total":
            prefix = f"{dotted(argument)}."
            columns = [name for name in rows.columns if name.startswith(prefix)]
            if columns:
                return rows[columns].astype(float).sum(axis=1)
            raise ValueError(f"value: no statistic begins with '{prefix}'")
        raise ValueError(f"value: '{self.text}': there are the functions base() and total() alone")

    def statistic(self, name, rows):
        if name is None:
            raise ValueError(f"value: '{self.text}' is more than names, numbers, + - * / and parentheses")
        if name not in rows.columns:
            raise ValueError(f"value: no result has '{name}'; docs/statistics.md has the names")
        numbers = pandas.to_numeric(rows[name], errors="coerce")
        return numbers if self.absent is None else numbers.fillna(self.absent)


def with_terms(terms, points):
    """The points with a column for each of the sweep's terms. What a system does not count it does not have: 0."""
    for name, text in terms.items():
        if name in points.columns:
            raise ValueError(f"terms: {name}: is the name of a statistic")
        try:
            points = points.assign(**{name: Expression(text, points, None, absent=0).value()})
        except ValueError as error:
            raise ValueError(f"terms: {name}: {error}") from None
    return points
