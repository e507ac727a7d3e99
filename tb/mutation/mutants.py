"""Mutants of SystemVerilog modules: small, typical faults, all in one source. Every place of a possible fault becomes a
choice, (selected == 17 ? wrong : right), so that one model has all mutants of its modules and one variable per module selects one.

The places come from Verible's syntax tree. Not mutated are assertions, covers and signals that only they use, clocks and resets, loop
headers, constants (types, parameters, selections, functions that compute parameters), packages, and the modules
that only check."""
import re
import zlib
from dataclasses import asdict, dataclass

SELECTED = "gputm_selected"
# In each module: number of the selected mutant; 0: none. A package would add a member to the model's class.
DECLARATION = ' import "DPI-C" function int gputm_mutant(); int gputm_selected = gputm_mutant();'
NOT_MUTATED = {"stream_check", "ring_monitor"}  # no outputs

OTHER_OPERATORS = {
    "==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "&&": ["||"], "||": ["&&"], "&": ["|"], "|": ["&"], "^": ["|"], "+": ["-"], "-": ["+"], "<<": [">>"], ">>": ["<<"],
}
LOGICAL = {"&&", "||"}
EXPRESSIONS = {"kExpression", "kBinaryExpression", "kUnaryPrefixExpression", "kConditionExpression", "kFunctionCall", "kNumber",
               "kParenGroup", "kCast", "kConcatenationExpression"}
CHECKS = {"kAssertionStatement", "kCoverStatement", "kMacroCall"}  # macros: gputm_assert.svh
# Nodes without mutants.
SKIPPED = CHECKS | {"kEventControl", "kLoopHeader", "kLPValue", "kDataDeclaration", "kDeclarationDimensions",
           "kPackedDimensions", "kUnpackedDimensions", "kDimensionRange", "kDimensionSlice", "kSystemTFCall", "kFunctionHeader",
           "kParamDeclaration", "kActualParameterList", "kReplication", "kIncrementDecrementExpression"}
CONSTANT = {"kParamDeclaration", "kDeclarationDimensions", "kActualParameterList", "kDimensionRange", "kDimensionSlice"}
ASSIGNMENTS = {"kNonblockingAssignmentStatement", "kNetVariableAssignment", "kAssignModifyStatement"}
STATEMENTS = ASSIGNMENTS | {"kConditionalStatement", "kCaseStatement"}
DECLARATIONS = re.compile(r"^  (?:input +wire +)?((?:logic|\w+_t)(?: *\[[^\n;=]*?\])?) +((?:\w+, *)*\w+)[,;]?(?: *//.*)?$",
                          re.M)
RESET = re.compile(r"\brst_n?i\b")


@dataclass
class Mutant:
    number: int
    module: str
    file: str
    line: int
    kind: str
    before: str
    after: str
    text: str  # the line

    def name(self):
        """Independent of changes of other lines of the file."""
        return f"{self.module}: {self.before} -> {self.after} in {self.text}"

    def dict(self):
        return asdict(self)


class Node:
    """A node of Verible's tree without empty children."""

    def __init__(self, tree):
        self.tag = tree["tag"]
        self.children = [Node(child) for child in tree.get("children", []) if child]
        self.children = [child for child in self.children if child.end is not None]
        if "children" in tree:
            self.start = self.children[0].start if self.children else None
            self.end = self.children[-1].end if self.children else None
        else:
            self.start, self.end = tree["start"], tree["end"]

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def child(self, tag):
        return next((child for child in self.children if child.tag == tag), None)


class Module:
    """Collects the mutants of one module and writes the source that has them all."""

    def __init__(self, file, source, tree):
        self.file, self.source = file, source
        self.module = file.rsplit("/", 1)[-1].removesuffix(".sv")
        self.first = (zlib.crc32(self.module.encode()) & 0xFFFFF) << 11  # of 2047 numbers
        self.mutants = []
        self.root = Node(tree)
        constant = " ".join(self.text(node) for node in self.root.walk() if node.tag in CONSTANT)
        self.constant_functions = set(re.findall(r"\b(\w+)\s*\(", constant))

        self.unseen = self.signals_of_assertions()
        self.alike = self.signals_of_a_type()

    def signals_of_a_type(self):
        """{register or input: the two registers declared after it with the same type}; these cannot create a loop."""
        types = {}
        for kind, names in DECLARATIONS.findall(self.source.decode()):
            types.setdefault(" ".join(kind.split()), []).extend(re.findall(r"\w+", names))
        alike = {}
        for names in types.values():
            registers = [name for name in names if name.endswith("_q") and name not in self.unseen]
            for name in names:
                at = sum(other < name for other in registers)
                following = [other for other in registers[at:] + registers[:at] if other != name]
                alike[name] = following[:2]
        return alike

    def signals_of_assertions(self):
        """Signals that reach no output and no other module, so at most assertions use them."""
        flows, seen = [], set()  # ({assigned}, {read})
        words = lambda text: set(re.findall(r"[A-Za-z_]\w*", text))

        def collect(node, around):
            if node.tag in CHECKS or node.tag == "kDataDeclaration":
                seen.update(self.instance_words(node))
            elif node.tag in ASSIGNMENTS and node.child("kLPValue"):
                target = words(self.text(node.child("kLPValue")))
                first = next(iter(re.findall(r"[A-Za-z_]\w*", self.text(node))), "")
                flows.append(({first}, words(self.text(node)) - {first} | (target - {first}) | around))
            else:
                if node.tag in ("kConditionalStatement", "kCaseStatement", "kForLoopStatement"):
                    heads = [inner for inner in node.walk() if inner.tag in ("kIfHeader", "kParenGroup", "kLoopHeader")]
                    around = around.union(*(words(self.text(head)) for head in heads[:1]))
                for child in node.children:
                    collect(child, around)

        for node in self.root.walk():
            if node.tag in ("kAlwaysStatement", "kContinuousAssignmentStatement"):
                collect(node, frozenset())
            elif node.tag in ("kDataDeclaration", "kFunctionDeclaration", "kModuleHeader"):
                seen |= self.instance_words(node)
        assigned = set().union(*(targets for targets, _ in flows))
        while True:
            more = set().union(*(read for targets, read in flows if targets & seen)) - seen
            if not more:
                return assigned - seen
            seen |= more

    def instance_words(self, node):
        """Signals that a declaration reads: ports, an instance's ports unless it only checks, a function's text."""
        if node.tag in CHECKS:
            return set()
        instance = re.match(r"\s*(\w+)", self.text(node))
        if node.tag == "kDataDeclaration" and (instance[1] in NOT_MUTATED or not any(
                inner.tag in ("kActualNamedPort", "kPortActualList", "kParenGroup") for inner in node.walk())):
            return set()
        return set(re.findall(r"[A-Za-z_]\w*", self.text(node)))

    def text(self, node):
        return self.source[node.start:node.end].decode()

    def mutated(self):
        """The whole source with its choices."""
        if self.module in NOT_MUTATED or self.module.endswith("_pkg"):
            return self.source.decode()
        return (self.source[:self.root.start].decode() + self.render(self.root, False, False) +
                self.source[self.root.end:].decode())

    # active: inside of executed code; reset: in the branch of a reset.
    def render(self, node, active, reset):
        if node.tag == "kModuleHeader":
            return self.text(node) + DECLARATION
        if not node.children or node.tag in SKIPPED:
            return self.text(node)
        if node.tag == "kFunctionDeclaration":
            header = node.child("kFunctionHeader")
            name = header and re.search(r"(\w+)\s*(\(|;|$)", self.text(header))
            active = bool(name) and name[1] not in self.constant_functions
            return self.parts(node, active, reset)
        if node.tag in ("kAlwaysStatement", "kContinuousAssignmentStatement"):
            return self.parts(node, True, False)
        if node.tag == "kActualNamedPort":
            return self.parts(node, any(child.tag in ("kBinaryExpression", "kUnaryPrefixExpression", "kConditionExpression")
                                        for child in self.operands_of_port(node)), False)
        if node.tag == "kDimensionScalar":
            return self.parts(node, active and re.search(r"\w_[qdi]\b", self.text(node)) is not None, reset)
        if not active or (node.tag in STATEMENTS and self.only_for_assertions(node)):
            return self.parts(node, False, False)
        if node.tag == "kConditionalStatement":
            return self.conditional(node, reset)
        if node.tag == "kCaseItem":
            return self.parts(node, active, reset, {"kExpressionList"})
        if node.tag == "kPatternExpression":
            return self.parts(node, active, reset, {node.children[0].tag} if len(node.children) > 1 else set(), first_only=True)
        handler = getattr(self, "on_" + node.tag, None)
        return handler(node, reset) if handler else self.parts(node, True, reset)

    def only_for_assertions(self, node):
        targets = [re.search(r"[A-Za-z_]\w*", self.text(inner))[0] for inner in node.walk()
                   if inner.tag in ASSIGNMENTS and inner.child("kLPValue")]
        return all(target in self.unseen for target in targets) and (
            bool(targets) or any(inner.tag in CHECKS for inner in node.walk()))

    def operands_of_port(self, node):
        for child in node.walk():
            if child.tag == "kExpression":
                return child.children
        return []

    def parts(self, node, active, reset, left_alone=frozenset(), first_only=False):
        """The text of a node with its children rendered."""
        result, at, skipped = [], node.start, False
        for child in node.children:
            result.append(self.source[at:child.start].decode())
            alone = child.tag in left_alone and not (first_only and skipped)
            skipped = skipped or alone
            result.append(self.text(child) if alone else self.render(child, active, reset))
            at = child.end
        return "".join(result)

    def choice(self, node, kind, wrongs, right):
        """(selected == n ? wrong : right) for each wrong; none for nodes of the reset."""
        if RESET.search(self.text(node)):
            return right
        for wrong, after in wrongs:
            right = f"({SELECTED} == {self.add(node, kind, after)} ? {wrong} : {right})"
        return right

    def add(self, node, kind, after):
        line = self.source.count(b"\n", 0, node.start) + 1
        text = " ".join(self.source.splitlines()[line - 1].decode().split())
        number = self.first + len(self.mutants) + 1
        short = lambda words: re.sub(r"\s+", " ", words)
        self.mutants.append(Mutant(number, self.module, self.file, line, kind, short(self.text(node)), short(after), text))
        return number

    def on_kBinaryExpression(self, node, reset):
        operators = node.children[1::2]
        operands = node.children[0::2]
        rendered = [self.operand(child, reset) if self.text(operators[0]) in LOGICAL else self.render(child, True, reset)
                    for child in operands]
        plain = [self.text(child) for child in operands]

        def joined(parts, changed=None, other=None):
            result = parts[0]
            for index, part in enumerate(parts[1:]):
                operator = other if index == changed else self.text(operators[index])
                result = f"({result} {operator} {part})"
            return result
        wrongs = [(joined(plain, index, other), joined(plain, index, other)[1:-1])
                  for index, operator in enumerate(operators) for other in OTHER_OPERATORS.get(self.text(operator), [])]
        return self.choice(node, "operator", wrongs, joined(rendered))

    def on_kUnaryPrefixExpression(self, node, reset):
        operator, operand = self.text(node.children[0]), node.children[1]
        plain = self.text(operand)
        wrongs = {"!": [(f"(({plain}) != 0)", plain)], "~": [(f"({plain})", plain)], "|": [(f"(&{plain})", f"&{plain}")],
                  "&": [(f"(|{plain})", f"|{plain}")]}.get(operator, [])
        inner = self.operand(operand, reset, False) if operator == "!" else self.render(operand, True, reset)
        return self.choice(node, "operator", wrongs, f"({operator}{inner})")

    def operand(self, node, reset, invert=True):
        """Mutants of a condition: a signal may be stuck."""
        while node.tag in ("kExpression",) and len(node.children) == 1:
            node = node.children[0]
        rendered = self.render(node, True, reset)
        if node.tag not in ("kFunctionCall", "kReference") or re.search(r"\(", self.text(node)):
            return rendered
        stuck = ["1'b0", "1'b1", *([f"!{self.text(node)}"] if invert else [])]
        return self.choice(node, "stuck", [(wrong, wrong) for wrong in stuck], rendered)

    def on_kFunctionCall(self, node, reset):
        """A signal that may be replaced by another of its type; or a call, or a part of one."""
        others = self.alike.get(self.text(node), [])
        return self.choice(node, "signal", [(other, other) for other in others], self.parts(node, True, reset))

    def condition(self, node, reset):
        right = self.operand(node, reset)
        if not re.search(r"[^\w.\[\]]", self.text(node)):  # inverted already
            return right
        return self.choice(node, "condition", [(f"!({self.text(node)})", f"!({self.text(node)})")], right)

    def on_kConditionExpression(self, node, reset):
        condition = node.children[0]
        rest = self.parts_after(node, condition, reset)
        return f"({self.condition(condition, reset)}{rest})"

    def parts_after(self, node, first, reset):
        result, at = [], first.end
        for child in node.children[node.children.index(first) + 1:]:
            result += [self.source[at:child.start].decode(), self.render(child, True, reset)]
            at = child.end
        return "".join(result)

    def on_kExpression(self, node, reset):
        """In a replication, {2{x}}, the count is constant."""
        replicates = len(node.children) == 4 and node.children[2].tag == "kConcatenationExpression"
        return self.parts(node, True, reset, {"kExpression"} if replicates else set(), first_only=True)

    def on_kCast(self, node, reset):
        """The type is constant."""
        first = node.children[0]
        return self.text(first) + self.parts_after(node, first, reset)

    def on_kNumber(self, node, reset):
        text = self.text(node)
        if text in ("'0", "'1"):
            wrongs = ["'1" if text == "'0" else "'0"]
        elif match := re.fullmatch(r"(\d+)('[bdh])([0-9a-fA-F_]+)", text):
            base = {"b": 2, "d": 10, "h": 16}[match[2][1]]
            value = (int(match[3].replace("_", ""), base) + 1) % (1 << int(match[1]))
            wrongs = [f"{match[1]}'d{value}"]
        elif text.isdigit():
            wrongs = [str(int(text) + 1)]
        else:
            return text
        return self.choice(node, "constant", [(wrong, wrong) for wrong in wrongs], text)

    def conditional(self, node, reset):
        """if (condition) body else body."""
        result, at, header = [], node.start, None
        for child in node.children:
            result.append(self.source[at:child.start].decode())
            if child.tag == "kIfClause":
                header = child.child("kIfHeader")
                group = header.child("kParenGroup")
                expression = group.children[1]
                about_reset = bool(RESET.search(self.text(header)))
                result += [self.source[child.start:expression.start].decode(), self.condition(expression, reset),
                           self.source[expression.end:header.end].decode()]
                body = child.children[child.children.index(header) + 1]
                result += [self.source[header.end:body.start].decode(), self.branch(body, reset or about_reset)]
            else:
                result.append(self.branch(child, reset))
            at = child.end
        return "".join(result)

    def branch(self, node, reset):
        """The body of an if or an else: its assignments may be missing, except those of initial values."""
        return self.parts(node, True, reset)

    def assignment(self, node, reset, may_be_missing):
        target, value = node.child("kLPValue"), node.child("kExpression")
        if not target or not value:
            return self.parts(node, True, reset)
        rendered = self.render(value, True, reset)
        plain = self.text(value)
        wrongs = []
        if not re.search(r"'\{|\bStage[A-Z]|(?<!')\b[A-Z][a-z]\w*\b(?!')", plain):
            if value.children[0].tag != "kNumber":
                wrongs += [("'0", "'0"), ("'1", "'1"), (f"(~({plain}))", f"~({plain})")]
                if not self.one_bit(value.children[0]):
                    wrongs.append((f"(({plain}) ^ 1)", f"({plain}) ^ 1"))
        rendered = self.choice(value, "value", wrongs, rendered)
        text = self.source[node.start:value.start].decode() + rendered + self.source[value.end:node.end].decode()
        if may_be_missing and not reset:
            text = f"begin if ({SELECTED} != {self.add(node, 'missing', '')}) {text} end"
        return text

    def one_bit(self, node):
        if node.tag == "kBinaryExpression":
            return self.text(node.children[1]) in {*LOGICAL, "==", "!=", "<", "<=", ">", ">="}
        return node.tag == "kUnaryPrefixExpression" and self.text(node.children[0]) in ("!", "|", "&")

    def on_kNonblockingAssignmentStatement(self, node, reset):
        return self.assignment(node, reset, True)

    def on_kNetVariableAssignment(self, node, reset):
        # Text with `;` is a statement; outside of an always_comb's ifs it has no other value to keep.
        return self.assignment(node, reset, self.text(node).endswith(";") and self.inside_if(node))

    def inside_if(self, node):
        if not hasattr(self, "in_branches"):
            self.in_branches = {id(inner) for outer in self.root.walk() if outer.tag in ("kIfBody", "kElseBody", "kCaseItem")
                                for inner in outer.walk()}
        return id(node) in self.in_branches
