"""The testplans of the RTL tops (tb/testplans/<top>.toml, tb/testplans/README.md), and the evidence that they name: tests, proofs,
bins, seeded bugs. For constraints/lint/structure and docs/make_pages."""
import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

FOLDER = "tb/testplans"
AT_REST = "tb/formal/at_rest.txt"
TEST = re.compile(r"^\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)\((\w+), (\w+)\)", re.M)
KEYS = {"latency": str, "throughput": str, "errors": str, "limits": list, "feature": list, "waived": dict}
# Tests that all tops have, for items of the checklist (docs/rtl/signoff.py): no feature needs to name them.
OF_THE_CHECKLIST = "*.Begin*AnewAfterAReset"
FEATURE_KEYS = {"name", "tests", "parts", "proofs", "bins", "bugs", "scripts"}


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


@dataclass
class Evidence:
    """What is in a tree (structure_rules.Tree), by name."""
    tests: set = field(default_factory=set)  # Suite.Name
    tests_of: dict = field(default_factory=lambda: defaultdict(set))  # module: those of the *_test.cpp in its folder
    scripts: set = field(default_factory=set)  # of gputm_script_test()
    harnesses: set = field(default_factory=set)  # tb/formal/<name>_formal.sv
    proofs: set = field(default_factory=set)  # and their variants; <top>.at_rest
    proofs_of: dict = field(default_factory=lambda: defaultdict(set))  # module: harnesses that instantiate it
    bins: dict = field(default_factory=lambda: defaultdict(set))  # module: its bins
    bugs: dict = field(default_factory=lambda: defaultdict(set))  # module: its bugs
    modules: dict = field(default_factory=dict)  # module: (design, modules that it instantiates)
    tops: list = field(default_factory=list)

    @staticmethod
    def of(tree):
        found = Evidence()
        for path, _ in tree.matching(r"tb/.*\.(?:cpp|h)"):
            found.tests |= {".".join(names) for names in TEST.findall(tree.text(path))}
        for path, match in tree.matching(r"tb/unit/\w+/(\w+)/(?:[^/]+/)?\w+_test\.cpp"):
            found.tests_of[match[1]] |= {".".join(names) for names in TEST.findall(tree.text(path))}
        for path, _ in tree.matching(r"tb/(?:.*/)?CMakeLists\.txt"):
            found.scripts |= set(re.findall(r"gputm_script_test\((\w+)", tree.text(path)))
        sources = {match[2]: (match[1], without_comments(tree.text(path)))
                   for path, match in tree.matching(r"rtl/(\w+)/(?:studies/)?(\w+)\.sv") if not match[2].endswith(("_pkg", "_regs"))}
        for module, (design, text) in sources.items():
            words = set(re.findall(r"\b([a-z]\w*)\s*(?:#\s*\(|u_|i_)", text))
            found.modules[module] = design, (words & sources.keys()) - {module}
            found.bins[module] |= set(re.findall(r"`GPUTM_COVER\(\s*(b_\w+)", text))
        for path, match in tree.matching(r"tb/bugs/(\w+)\.bugs"):
            found.bugs[match[1]] |= set(re.findall(r"^\[(.*)\]$", tree.text(path), re.M))
        for path, match in tree.matching(r"tb/formal/(\w+)_formal\.sv"):
            variants = {f"{match[1]}_{name}" for name in re.findall(r"^// with: (\w+)", tree.text(path), re.M)}
            found.harnesses.add(match[1])
            found.proofs |= {match[1]} | variants
            for module in set(re.findall(r"\b([a-z]\w*)\s*(?:#\s*\(|u_)", without_comments(tree.text(path)))) & sources.keys():
                found.proofs_of[module].add(match[1])
        if AT_REST in tree.files:
            found.proofs |= {f"{top}.at_rest" for top in re.findall(r"^(\w+) ", tree.text(AT_REST), re.M)}
        text = tree.text("constraints/tops.txt") if "constraints/tops.txt" in tree.files else ""
        found.tops = [top for top in dict.fromkeys(re.findall(r"^([a-z]\w*)", text, re.M)) if top in sources]
        return found

    def used_by(self, module):
        """The modules inside a module, and itself."""
        found = {module}
        while more := {inner for name in found for inner in self.modules.get(name, ("", set()))[1]} - found:
            found |= more
        return found

    def claimed(self, top, pattern):
        """(module, name) of a bin or bug as a plan names it: `name` of the top, `module/name` or `module.name` of another."""
        module, separator, name = pattern.replace(".", "/").rpartition("/")
        return (module if separator else top), name


def plans(tree):
    """{top: its plan}; a file that is not TOML ends the program."""
    found = {}
    for path, match in tree.matching(rf"{FOLDER}/(\w+)\.toml"):
        try:
            found[match[1]] = tomllib.loads(tree.text(path))
        except tomllib.TOMLDecodeError as error:
            raise SystemExit(f"{path}: {error}")
    return found


def faults_of_form(plan):
    yield from (f"has no {key}" for key in ("errors", "limits", "feature") if not plan.get(key))
    yield from (f"has a key {key}" for key in plan if key not in KEYS)
    yield from (f"{key} is no {kind.__name__}" for key, kind in KEYS.items() if key in plan and not isinstance(plan[key], kind))
    yield from (f"waives {item} without a reason" for item, reason in plan.get("waived", {}).items() if not str(reason).strip())
    for feature in plan.get("feature", []):
        name = feature.get("name", "without a name")
        yield from (f"feature '{name}' has a key {key}" for key in feature if key not in FEATURE_KEYS)
        if not any(feature.get(key) for key in ("tests", "parts", "proofs", "scripts")):
            yield f"feature '{name}' has no test and no proof"


def faults(top, plan, evidence):
    """What a plan names that does not exist, and what exists and no feature names."""
    yield from faults_of_form(plan)
    features = plan.get("feature", [])
    named = {key: [name for feature in features for name in feature.get(key, [])] for key in FEATURE_KEYS}
    for pattern in named["tests"]:
        if not any(fnmatchcase(test, pattern) for test in evidence.tests):
            yield f"names test {pattern}, which is not there"
    yield from (f"names {kind} {name}, which is not there" for kind, known in (("proofs", evidence.proofs), ("scripts", evidence.scripts),
                                                                             ("parts", evidence.modules)) for name in named[kind] if name not in known)
    own = {}
    for kind, known in (("bins", evidence.bins), ("bugs", evidence.bugs)):
        claimed = [evidence.claimed(top, name) for name in named[kind]]
        own[kind] = {name for module, name in claimed if module == top}
        yield from (f"names {kind} {module}/{name}, which is not there" for module, name in claimed if name not in known[module])
        yield from (f"no feature has {kind} {name}" for name in sorted(known[top] - own[kind]))
    for test in sorted(evidence.tests_of[top]):
        if not any(fnmatchcase(test, pattern) for pattern in [*named["tests"], OF_THE_CHECKLIST]):
            yield f"no feature has test {test}"
    for proof in sorted(evidence.proofs_of[top]):
        if not any(name == proof or name.startswith(proof + "_") for name in named["proofs"]):
            yield f"no feature has proof {proof}"
    covered = {top} | {inner for part in named["parts"] for inner in (evidence.used_by(part) if part in evidence.tops else {part})}
    for module in sorted(evidence.used_by(top) - covered):
        if evidence.modules[module][0] != "common":
            yield f"no feature has part {module}"


def findings(tree):
    """(path, reason) for constraints/lint/structure."""
    evidence, found = Evidence.of(tree), plans(tree)
    for top in evidence.tops:
        if top not in found:
            yield "constraints/tops.txt", f"{top} has no testplan {FOLDER}/{top}.toml"
    for top, plan in found.items():
        if top not in evidence.tops:
            yield f"{FOLDER}/{top}.toml", "is of no top"
        else:
            yield from ((f"{FOLDER}/{top}.toml", reason) for reason in faults(top, plan, evidence))
