"""What a module's file says of it in a form that rtl/README.md asks for: the essay on top, parameters, ports with their
comments, and the checks of its parameters. For docs/make_pages."""
import re
from dataclasses import dataclass, field

# Ports whose meaning is the same everywhere.
CONVENTIONS = {
    "clk_i": "clock, rising edge",
    "rst_ni": "reset, asynchronous, active low",
}


class HeaderError(Exception):
    """What is missing in a module's header, and of what."""


@dataclass
class Parameter:
    name: str
    type: str
    default: str
    derived: bool  # a localparam, which follows from others
    meaning: str


@dataclass
class Port:
    name: str
    direction: str  # input or output
    type: str
    meaning: str

    @property
    def stream(self):
        """(stream, valid or ready) of a port of a handshake, else None."""
        match = re.fullmatch(r"(\w+)_(valid|ready)_[io]", self.name)
        return match.groups() if match else None


@dataclass
class Group:
    """Ports between two empty lines, and the comment above them."""
    title: str
    ports: list = field(default_factory=list)


@dataclass
class Header:
    name: str
    essay: list  # paragraphs, each its lines
    parameters: list
    groups: list
    imports: list

    @property
    def ports(self):
        return [port for group in self.groups for port in group.ports]


def declarations(text):
    """(code, comment behind it, comment above its group) of each declaration of a list, one or more lines each; None for
    an empty line."""
    depth, code, title, last_was_title = 0, [], "", False
    for line in text.splitlines():
        source, slashes, comment = line.partition("//")
        if not code and not source.strip():
            if not slashes:
                title, last_was_title = "", False
                yield None
            else:
                title = f"{title} {comment.strip()}".strip() if last_was_title else comment.strip()
                last_was_title = True
            continue
        last_was_title = False
        depth += sum(source.count(c) for c in "([{") - sum(source.count(c) for c in ")]}")
        code.append(line.rstrip())
        if depth == 0 and source.rstrip().endswith(","):
            yield finished(code, title)
            code = []
    if code:
        yield finished(code, title)


def finished(code, title):
    """Of a declaration of several lines the comments inside belong to what they stand behind."""
    last, _, comment = code[-1].partition("//")
    return "\n".join([*code[:-1], last.rstrip().removesuffix(",")]).strip(), comment.strip(), title


def matching_end(text, start):
    """The place of the parenthesis that closes the one at start; comments do not count."""
    depth = 0
    for match in re.finditer(r"//[^\n]*|[()]", text[start:]):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0:
            return start + match.start()
    raise HeaderError("its header does not end")


def meaning_in_essay(essay, names):
    """Name -> what stands behind `Name:`, `Name, Other:` or `Prefix*:` in a paragraph, to the next such list of names."""
    found = {}
    name = r"(?:[A-Z]\w*\*?)(?: \([^)]*\))?"
    for paragraph in essay:
        text = " ".join(line.strip() for line in paragraph)
        heads = [match for match in re.finditer(rf"(?<![\w])({name}(?:, {name})*):\s+", text)
                 if set(names_of(match[1], names))]
        for head, following in zip(heads, [*heads[1:], None]):
            meaning = text[head.end():following.start() if following else len(text)].strip().rstrip(",.;")
            for known in names_of(head[1], names):
                found.setdefault(known, meaning)
    return found


def names_of(head, names):
    for word in re.sub(r" \([^)]*\)", "", head).split(", "):
        yield from (name for name in names if name == word or word.endswith("*") and name.startswith(word[:-1]))


def parameters_of(text, essay, commented):
    declared = []
    for declaration in filter(None, declarations(text)):
        code, comment, _ = declaration
        kind, type_, name, default = re.fullmatch(r"(parameter|localparam)\s+(.*?)\s*\b(\w+)\s*=\s*(.*)", code, re.S).groups()
        declared.append(Parameter(name, type_, default, kind == "localparam", comment))
    known = meaning_in_essay(essay, [parameter.name for parameter in declared])
    for parameter in declared:
        parameter.meaning = parameter.meaning or known.get(parameter.name, "")
        if commented and not parameter.meaning and not parameter.derived and parameter.type != "type":
            raise HeaderError(f"parameter {parameter.name} has no comment, and the text on top does not say what it is")
    return declared


def meaning_of_port(name, comment):
    handshake = re.fullmatch(r"\w+_(valid|ready)_[io]", name)
    return comment or CONVENTIONS.get(name, "") or (handshake[1] if handshake else "")


def groups_of(text, commented):
    groups = []
    for declaration in [None, *declarations(text)]:
        if declaration is None:
            groups.append(Group(""))
            continue
        code, comment, title = declaration
        direction, type_, name = re.fullmatch(r"(input|output)\s+(?:wire\s+)?(.*?)\s*(\w+)", code, re.S).groups()
        port = Port(name, direction, re.sub(r"\s+", " ", type_) or "logic", meaning_of_port(name, comment))
        if commented and not port.meaning:
            raise HeaderError(f"port {name} has no comment")
        groups[-1].title = groups[-1].title or title
        groups[-1].ports.append(port)
    return [group for group in groups if group.ports]


def header_of(text, commented=True):
    """The Header of a file with one module, in which each parameter and port must have a comment, unless it need not be `commented`."""
    match = re.search(r"^module\s+(\w+)([^;#(]*(?:;[^;#(]*)*)", text, re.M)
    if not match:
        raise HeaderError("there is no module")
    paragraphs = re.match(r"(?://[^\n]*\n)*", text)[0].replace("// ", "").replace("//", "").split("\n\n")
    essay = [paragraph.strip("\n").splitlines() for paragraph in paragraphs if paragraph.strip()]
    at, parameters = match.end(), []
    if text[at] == "#":
        start = text.index("(", at)
        end = matching_end(text, start)
        parameters = parameters_of(text[start + 1:end], essay, commented)
        at = text.index("(", end)
    groups = groups_of(text[at + 1:matching_end(text, at)], commented)
    return Header(match[1], essay, parameters, groups, re.findall(r"import\s+(\w+)::", match[2]))


def refusals(text):
    """(module, rule, names of the parameters that it is about) of each check that ends the elaboration."""
    for match in re.finditer(r'\$error\(\s*"(\w+): ([^"]*)"((?:[^;"])*)\);', text):
        module, rule, arguments = match.groups()
        values = split_arguments(re.sub(r"\s+", " ", arguments).replace("( ", "(").replace(" )", ")"))
        names = re.findall(r"(\w+)=%0d", rule)
        for value in values:
            rule = rule.replace(f"{value}=%0d" if f"{value}=%0d" in rule else "%0d", f"`{value}`", 1)
        constants = dict.fromkeys(name for value in values for name in re.findall(r"\b[A-Z]\w*", value) if name not in names)
        known = [f"`{name} = {found[1]}`" for name in constants
                 for found in [re.search(rf"^  localparam [^=;]*\b{name}\s*=\s*([^;]*);", text, re.M)] if found]
        yield module, "; ".join([rule, *known]), names


def split_arguments(text):
    """At the commas outside of parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def typedef(name, texts):
    """The declaration of a type in one of the packages' texts, with its comments."""
    for text in texts:
        match = re.search(rf"^ *typedef\b[^;{{]*(?:\{{[^}}]*\}})?[^;{{}}]*\b{name};", text, re.M)
        if match:
            return dedented(match[0].strip())
    return None


def dedented(declaration):
    """Its last line begins where the first one did."""
    first, *others = declaration.split("\n")
    indent = len(others[-1]) - len(others[-1].lstrip()) if others else 0
    return "\n".join([first, *(line[indent:] for line in others)])
