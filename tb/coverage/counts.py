"""Coverage of the sources of rtl/ from Verilator's counters of a run: lines, toggles of signals, and bins (`b_...: cover (...)`),
each merged over all tests, models and instances."""
import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass, field

SOURCE = re.compile(r"\brtl/(\w+)/(?:studies/)?\w+\.sv$")
BIN = re.compile(r"`GPUTM_COVER\((b_\w+),")


@dataclass
class Share:
    hit: int = 0
    total: int = 0

    def __add__(self, other):
        return Share(self.hit + other.hit, self.total + other.total)

    def value(self):
        return self.hit / self.total if self.total else None


def share_of(counts):
    counts = list(counts)
    return Share(sum(count > 0 for count in counts), len(counts))


@dataclass
class Source:
    """One file. A toggle is a bit of a signal in one direction, named as Verilator does: key_i[3]:0->1."""
    lines: dict = field(default_factory=lambda: defaultdict(int))                         # line: count
    toggles: dict = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))  # (line, signal): {toggle: count}
    bins: dict = field(default_factory=lambda: defaultdict(int))                          # name: count
    explained: dict = field(default_factory=dict)  # reason of each line that need not be reached; not part of the shares

    def line_share(self):
        return share_of(count for line, count in self.lines.items() if line not in self.explained)

    def toggle_share(self):
        return share_of(count for toggles in self.toggles.values() for count in toggles.values())

    def bin_share(self):
        return share_of(self.bins.values())

    def unreached(self):
        return sorted(line for line, count in self.lines.items() if count == 0)

    def add(self, keys, count):
        """One point: `page` is its kind, `l` its line, `S` the lines that it stands for, `o` its name."""
        line, name = int(keys["l"]), keys.get("o", "")
        if keys["page"].startswith("v_user"):
            self.bins[name] += count
        elif keys["page"].startswith("v_toggle"):
            self.toggles[line, re.split(r"[\[:.]", name)[0]][name] += count
        elif keys["page"].startswith(("v_line", "v_branch")):
            for part in (keys.get("S") or keys["l"]).split(","):
                first, _, last = part.partition("-")
                for number in range(int(first), int(last or first) + 1):
                    self.lines[number] += count


def read_points(files):
    """{point: count}, summed over the files."""
    points = defaultdict(int)
    for file in files:
        with open(file, "rb") as lines:
            for line in lines:
                if line.startswith(b"C '"):
                    point, _, count = line[3:].rpartition(b"' ")
                    points[point] += int(count)
    return {point.decode(errors="replace"): count for point, count in points.items()}


def write_points(file, points):
    """As Verilator writes them."""
    file.write_text("".join(f"C '{point}' {count}\n" for point, count in points.items()))


def sources_of(points):
    """{"rtl/...sv": Source}; copies with seeded bugs are no sources."""
    sources = defaultdict(Source)
    for point, count in points.items():
        keys = dict(part.split("\x02", 1) for part in point.split("\x01") if "\x02" in part)
        match = SOURCE.search(keys.get("f", ""))
        if match and ".bug/" not in keys["f"] and keys.get("page"):
            sources[match[0]].add(keys, count)
    return dict(sources)


def bins_of(text):
    """{name: line} of the bins that a source states."""
    return {match[1]: text.count("\n", 0, match.start()) + 1 for match in BIN.finditer(text)}


def explanations_of(file):
    """{"rtl/...sv": {line's text: reason}} of unreached.toml."""
    reasons = defaultdict(dict)
    for entry in tomllib.loads(file.read_text()).get("unreached", []):
        for text in entry["lines"]:
            reasons[entry["file"]][text.strip()] = entry["reason"]
    return reasons


def explain(sources, texts, explanations):
    for path, reasons in explanations.items():
        lines = texts.get(path, "").splitlines()
        for number in sources[path].unreached() if path in sources else []:
            if reason := reasons.get(lines[number - 1].strip() if number <= len(lines) else None):
                sources[path].explained[number] = reason


def problems_of(sources, texts, explanations):
    """Reasons for which `make coverage` fails, for the files in `texts` ({"rtl/...sv": its text}): no data, bins that are not
    reached or not counted, lines that are neither reached nor explained, and explanations of nothing."""
    found = []
    for path, text in sorted(texts.items()):
        source = sources.get(path)
        if source is None:
            if re.search(r"^module\b", text, re.M):
                found.append(f"{path}: in no model that has run")
            continue
        if re.search(r"^module\b", text, re.M) and not source.toggles:
            found.append(f"{path}: no toggles are counted")
        for name, line in bins_of(text).items():
            if name not in source.bins:
                found.append(f"{path}:{line}: {name} is not counted")
            elif not source.bins[name]:
                found.append(f"{path}:{line}: {name} is not reached")
        lines, reasons = text.splitlines(), explanations.get(path, {})
        unreached = {number: lines[number - 1].strip() for number in source.unreached()}
        found += [f"{path}:{number}: not reached: {line}" for number, line in unreached.items() if number not in source.explained]
        found += [f"{path}: explained, but reached or not there: {line}" for line in reasons if line not in unreached.values()]
    found += [f"{path}: explained, but not there" for path in sorted(explanations) if path not in texts]
    return found
