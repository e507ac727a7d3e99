"""The checklist of the RTL tops: what is done is found in the tree, what is waived has its reason in the testplan, all else is open.
For docs/make_pages, which writes docs/signoff.md and a line of each page."""
import re
from dataclasses import dataclass

from rtl_sources import FILES, ROOT, lines_of_tops
from rtl_testplans import AT_REST

MEASURED = "docs/measured"
BAR_OF_MUTANTS = 95.0  # percent, as in tb/mutation
BAR_OF_SILENT = 1.0  # percent, of flips in registers
LEVELS = ("D1", "D2", "D3", "V1", "V2", "V3")
DONE, WAIVED, OPEN, NONE = "x", "w", "", "-"  # in the table; NONE: nothing to do for this top


def rows(path, top, tree):
    """Cells of the rows of a page's tables that begin with the top's name."""
    text = tree.text(path) if path in tree.files else ""
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in text.splitlines() if line.startswith(f"| `{top}` |")]


@dataclass
class Facts:
    """What the items look at."""
    tree: object
    evidence: object
    plans: dict
    headers: dict  # {top: its header}

    def design(self, top):
        return self.evidence.modules[top][0]

    def ports(self, top):
        return [port.name for port in self.headers[top].ports]

    def parts(self, top):
        """Modules of its features, and itself; those inside a part that is a top, too."""
        listed = [part for feature in self.plans[top]["feature"] for part in feature.get("parts", [])]
        return {top} | {inner for part in listed for inner in (self.evidence.used_by(part) if part in self.evidence.tops else {part})}

    def bench(self, top):
        """The text of its unit test and of what that includes from its own folder and its design's."""
        design = f"tb/unit/{self.design(top)}/"
        paths = [path for path in self.tree.files if path.startswith(f"{design}{top}/") and path.endswith((".cpp", ".h"))]
        for path in paths:
            included = re.findall(r'^#include "([^"]+)"', self.tree.text(path), re.M)
            places = [f"{base}{name}" for name in included for base in (design, "tb/", path.rpartition("/")[0] + "/")]
            paths += [place for place in dict.fromkeys(places) if place.startswith(design) and place in self.tree.files and place not in paths]
        return "".join(self.tree.text(path) for path in paths)


# Items: (level, name, what is done, function of facts and top: True, False, or None where there is nothing to do)


def parameters_refused(facts, top):
    numbers = [p.name for p in facts.headers[top].parameters if p.type == "int unsigned" and not p.derived]
    cases = facts.tree.text("constraints/lint/refused.txt")
    return all(re.search(rf"^{top} {name}=", cases, re.M) for name in numbers) if numbers else None


def clock_measured(facts, top):
    return any(re.fullmatch(r"[\d.]+", cells[2]) for cells in rows("docs/measured/timing.md", top, facts.tree))


def memory_protected(facts, top):
    bits = [float(cells[6]) for cells in rows("docs/measured/synthesis.md", top, facts.tree)]
    if bits and not any(bits):
        return None
    return "Protection" in [parameter.name for parameter in facts.headers[top].parameters]


def registers_withstand(facts, top):
    """With a protection of its own or in lockstep: no hang without a report, and few silent faults. Its table is that of tb/faults/run."""
    def number(cell):
        return int(cell.split()[0].replace(",", ""))

    measured = [cells for cells in rows(f"{MEASURED}/faults.md", top, facts.tree) if cells[1] != "none" and cells[2] == "register"]
    return any(number(cells[8]) == 0 and 100 * number(cells[9]) <= BAR_OF_SILENT * number(cells[4]) for cells in measured)


def bus_errors_tested(facts, top):
    if not any("_axi_" in port for port in facts.ports(top)):
        return None
    return any(re.search("SLVERR|DECERR|[Ee]rror", test) for test in facts.evidence.tests_of[top]) or \
        bool(re.search(r"SLVERR|DECERR", "".join(facts.tree.text(path) for path in facts.tree.files if path == "tb/cocotb/on_buses.py")))


def coverage_measured(facts, top):
    """The row of its design has all bins and lines."""
    for line in facts.tree.text("tb/coverage/README.md").splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if len(cells) == 5 and facts.design(top) in cells[0].split(", "):
            return cells[2] == cells[3] == "100 %"
    return False


def mutants_killed(facts, top):
    return any(float(cells[3].rstrip("%")) >= BAR_OF_MUTANTS for cells in rows("docs/measured/mutation.md", top, facts.tree))


def resets_in_traffic(facts, top):
    return "check_resets_in_traffic" in facts.bench(top)


def rests(facts, top):
    """busy_o low means that the clock may stop: proven for the tops that this list has, except within a bound."""
    if "busy_o" not in facts.ports(top):
        return None
    return AT_REST in facts.tree.files and bool(re.search(rf"^{top} [^|]*\| (?!bound )", facts.tree.text(AT_REST), re.M))


ITEMS = [
    ("D1", "page", "page of this folder, with a timing diagram that the RTL is compared with",
     lambda facts, top: {f"docs/rtl/{top}.md", f"docs/rtl/waves/{top}.json"} <= set(facts.tree.files)),
    ("D1", "ranges", "illegal numbers of each parameter, next to both ends of its range, end the elaboration (`constraints/lint/refused.txt`)", parameters_refused),
    ("D2", "area", "synthesized for an FPGA, without latches ([synthesis.md](measured/synthesis.md))",
     lambda facts, top: bool(rows("docs/measured/synthesis.md", top, facts.tree))),
    ("D2", "clock", "placed and routed ([timing.md](measured/timing.md))", clock_measured),
    ("D2", "floor", "a clock that it has to reach (`constraints/tops.txt`)",
     lambda facts, top: any("floor" in marks for name, _, marks in lines_of_tops() if name == top)),
    ("D2", "cells", "mapped to standard cells ([asic.md](measured/asic.md))", lambda facts, top: bool(rows("docs/measured/asic.md", top, facts.tree))),
    ("D2", "package", "in the descriptions for FuseSoC and Bender",
     lambda facts, top: FILES[top].relative_to(ROOT).as_posix() in facts.tree.text("Bender.yml")),
    ("D3", "protection", "parity or SECDED of its memories can be selected (parameter `Protection`)", memory_protected),
    ("D3", "faults", "injected faults are classified in a table",
     lambda facts, top: bool(rows(f"{MEASURED}/faults.md", top, facts.tree))),
    ("D3", "registers", "at most 1% of wrong bits in its registers are silent and none hangs unreported, by its own protection or in "
     "[lockstep](protection.md#lockstep) ([faults.md](measured/faults.md))", registers_withstand),
    ("D3", "bus", "answers of the bus that are errors are tested", bus_errors_tested),
    ("V1", "plan", "testplan, compared with what exists ([tb/testplans](../tb/testplans/README.md))", lambda facts, top: top in facts.plans),
    ("V1", "test", "unit test against a reference model", lambda facts, top: f"tb/unit/{facts.design(top)}/{top}/{top}_test.cpp" in facts.tree.files),
    ("V1", "bugs", "seeded bugs of it or its parts, which tests or proofs must find ([tb/bugs](../tb/bugs/README.md))",
     lambda facts, top: any(facts.evidence.bugs[part] for part in facts.parts(top))),
    ("V2", "proof", "a proof of the top itself, not of its parts alone ([tb/formal](../tb/formal/README.md))",
     lambda facts, top: bool(facts.evidence.proofs_of[top])),
    ("V2", "bins", "functional coverage of it or its parts is defined", lambda facts, top: any(facts.evidence.bins[part] for part in facts.parts(top))),
    ("V2", "coverage", "all lines and bins of its design reached ([tb/coverage](../tb/coverage/README.md))", coverage_measured),
    ("V2", "mutants", "at least 95% of mutants killed ([mutation.md](measured/mutation.md))", mutants_killed),
    ("V3", "netlist", "its unit test passes on its netlist ([tb/gates](../tb/gates/README.md))",
     lambda facts, top: f"`{top}_test`" in facts.tree.text("tb/gates/README.md")),
    ("V3", "starts", "unit test with random start values of registers and memories", lambda facts, top: "tb/unit/random_starts" in facts.tree.files),
    ("V3", "reset", "reset in the middle of traffic, at random cycles", resets_in_traffic),
    ("V3", "rest", "`busy_o` low: the clock may stop, proven", rests),
    ("V3", "tools", "minimal example in Verilator, Yosys and cocotb ([minimal](integration/minimal/README.md))",
     lambda facts, top: "docs/integration/minimal/run" in facts.tree.files),
]
NAMES = [name for _, name, _, _ in ITEMS]


def checklist(facts, top):
    """{item: its mark}"""
    waived = facts.plans[top].get("waived", {})
    marks = {}
    for _, name, _, done in ITEMS:
        found = done(facts, top)
        marks[name] = NONE if found is None else DONE if found else WAIVED if name in waived else OPEN
    return marks


def stage(marks):
    """The highest D and V whose items, and those below, are not open: D0 to D3, V0 to V3."""
    def reached(kind):
        number = 0
        for level in (level for level in LEVELS if level[0] == kind):
            if any(marks[name] == OPEN for item_level, name, _, _ in ITEMS if item_level == level):
                break
            number += 1
        return f"{kind}{number}"
    return f"{reached('D')} {reached('V')}"


def waiver_problems(facts, top):
    """Waivers of what is no item, or done, or not for this top."""
    marks = checklist(facts, top)
    for name in facts.plans[top].get("waived", {}):
        if name not in marks:
            yield f"tb/testplans/{top}.toml waives {name}, which is no item of the checklist"
        elif marks[name] != WAIVED:
            yield f"tb/testplans/{top}.toml waives {name}, which is {'done' if marks[name] == DONE else 'not for it'}"


def section(facts, top):
    """Of its page."""
    marks = checklist(facts, top)
    yield f"\n## Sign-off\n\nStage {stage(marks)} of the [checklist](../signoff.md)."
    if still := [name for name in NAMES if marks[name] == OPEN]:
        yield f"Open: {', '.join(still)}."
    yield from (f"Waived, {name}: {facts.plans[top]['waived'][name]}." for name in NAMES if marks[name] == WAIVED)


def table(facts, tops):
    """What docs/signoff.md has of all tops."""
    marks = {top: checklist(facts, top) for top in tops}
    yield "| level | item | done when | tops | open |\n|---|---|---|--:|--:|"
    for level, name, meaning, _ in ITEMS:
        counted = [marks[top][name] for top in tops]
        yield f"| {level} | {name} | {meaning} | {len(counted) - counted.count(NONE)} | {counted.count(OPEN) or ''} |"
    yield f"\n## Tops\n\n| top | stage | {' | '.join(NAMES)} |\n|---|---|{':-:|' * len(NAMES)}"
    for top in tops:
        yield f"| [{top}](rtl/{top}.md#sign-off) | {stage(marks[top])} | {' | '.join(marks[top][name] for name in NAMES)} |"
    yield "\n## Waivers\n"
    found = [f"- `{top}`, {name}: {facts.plans[top]['waived'][name]}." for top in tops for name in NAMES if marks[top][name] == WAIVED]
    yield "\n".join(found) or "None."
