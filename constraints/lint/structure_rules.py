"""The rules of the tree's structure that `structure` checks. Each is a function of a Tree that yields its findings as
(path, reason); RULES lists them."""
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path, PurePosixPath

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from rtl_testplans import findings as testplan_findings, without_comments

WORDS = "constraints/lint/words.txt"
# The list of words has them all, the self-test makes them, and the history tells what was renamed.
ABOUT_WORDS = {WORDS, "constraints/lint/structure_self_test.py", "CHANGELOG.md"}
# Files that may share their name with others, and why.
SHARED_NAMES = {
    r"(.*/)?(README\.md|CMakeLists\.txt)": "every folder has its own",
    r"docs/[^/]+/.*": "the folder is the design that is described",
    r"tb/formal/[^/]+/.*\.sv": "stands in for the RTL file of its name",
    r"rtl/[^/]+/studies/[^/]+/.*\.sv": "takes the place of the RTL file of its name",
    r"(tb|constraints)/[^/]+/run": "the command of its folder",
    r"constraints/[^/]+/timing": "the folder is the device that is routed",
    r"sim/cuda/include/.*": "the names are CUDA's",
    r"sim/workloads/kernels/.*": "the device side of the host file of its name",
}


class Tree:
    """The files of a working copy that git tracks or would add, by their path from the root."""

    def __init__(self, root):
        self.root = Path(root)
        listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=root, text=True,
                                check=True, stdout=subprocess.PIPE).stdout.splitlines()
        self.files = sorted({path for path in listed if (self.root / path).is_file()})
        self._texts = {}

    def matching(self, pattern):
        """(path, match) of each file whose whole path matches."""
        matches = ((path, re.fullmatch(pattern, path)) for path in self.files)
        return [(path, match) for path, match in matches if match]

    def text(self, path):
        """The file's text; of binary files and pictures none."""
        if path not in self._texts:
            data = b"" if path.endswith(".svg") else (self.root / path).read_bytes()
            self._texts[path] = "" if b"\0" in data else data.decode(errors="replace")
        return self._texts[path]

    def modules(self):
        """(design, module) of each RTL module; those that a study puts in the place of others are not counted, nor are register blocks, which
        PeakRDL makes."""
        return [match.groups() for _, match in self.matching(r"rtl/(\w+)/(?:studies/)?(\w+)\.sv") if not match[2].endswith(("_pkg", "_regs"))]


def modules_have_tests(tree):
    for design, module in tree.modules():
        test = f"tb/unit/{design}/{module}/{module}_test.cpp"
        if test not in tree.files:
            yield f"rtl/{design}/{module}.sv", f"has no test {test}"


def test_folders_are_modules(tree):
    modules = set(tree.modules())
    folders = {match.groups() for _, match in tree.matching(r"tb/unit/(\w+)/(\w+)/.*")}
    for design, folder in sorted(folders):
        if folder != "common" and (design, folder) not in modules:
            yield f"tb/unit/{design}/{folder}", f"{folder} is no module of rtl/{design}"


def tests_are_named_after_units(tree):
    for path, match in tree.matching(r"tb/(?:.*/)?(test_)?([^/]*)"):
        if match[1]:
            yield path, f"is a test that is not named {match[2].partition('.')[0]}_test"
        elif path.endswith(".cpp") and not path.endswith("_test.cpp") and re.search(r"^TEST(_F|_P)?\(", tree.text(path), re.M):
            yield path, "has tests and is not named *_test.cpp"


def seeded_bugs_are_caught(tree):
    """Each is in the list of a unit test, of a test of a C++ source, or of a proof."""
    lists = "".join(tree.text(path) for path, _ in tree.matching(r"tb/(?:.*/)?CMakeLists\.txt|tb/formal/\w+\.sv|tb/formal/at_rest\.txt"))
    used = set(re.findall(r"\b\w+/\w+\b", lists))
    for source, bugs in re.findall(r"\bsource_(?:bug|race)_tests\(\w+\s+\S*/(\w+)\.cpp([^)]*)\)", lists):
        used |= {f"{source}/{bug}" for bug in bugs.split()}
    for path, match in tree.matching(r"tb/bugs/(\w+)\.bugs"):
        names = re.findall(r"^\[(.*)\]$", tree.text(path), re.M)
        yield from ((path, f"has two bugs {name}") for name in sorted(set(names)) if names.count(name) > 1)
        yield from ((path, f"no test or proof has to find {name}") for name in names if f"{match[1]}/{name}" not in used)


def seeded_bugs_change_a_source(tree):
    """Each changes the file of its name, as tb/bugs/seed applies it."""
    sources = defaultdict(list)
    for path, match in tree.matching(r"(?:rtl|sim|docs/integration)/(?:.*/)?(\w+)\.(?:sv|cpp|h)"):
        sources[match[1]].append(path)
    for path, match in tree.matching(r"tb/bugs/(\w+)\.bugs"):
        bugs = re.split(r"^\[(.*)\]$", tree.text(path), flags=re.M)[1:]
        for name, script in zip(bugs[::2], bugs[1::2]):
            changed = (subprocess.run(["sed", "-E", script], input=tree.text(source), text=True, check=True,
                                      stdout=subprocess.PIPE).stdout != tree.text(source) for source in sources[match[1]])
            if not any(changed):
                yield path, f"{name} changes nothing in {', '.join(sources[match[1]]) or 'any source: there is none of this name'}"


def testplans_name_what_exists(tree):
    """Each top has one; what it names exists, and what exists for the top is in it (constraints/rtl_testplans.py)."""
    yield from testplan_findings(tree)


def one_clock_and_one_reset(tree):
    """As docs/rtl/README.md promises for scan and timing: no latch, no other edge, no made or gated clock."""
    for path, _ in tree.matching(r"rtl/\w+/(?:studies/)?\w+\.sv"):
        text = without_comments(tree.text(path))
        if path.endswith("_regs.sv"):  # PeakRDL's, with names of its own
            continue
        for events in re.findall(r"\balways_ff\s*@\s*\(([^)]*)\)", text):
            if re.sub(r"\s+", " ", events.strip()) not in ("posedge clk_i", "posedge clk_i or negedge rst_ni"):
                yield path, f"has registers at ({events}), not at clk_i and rst_ni"
        for word in re.findall(r"\b(always_latch|always)\b(?!_)", text):
            yield path, f"has {word}"
        for port, value in re.findall(r"\.(clk_i|rst_ni)\s*\(\s*([^)]*?)\s*\)", text):
            if port != value:
                yield path, f"connects {port} to {value}"


def streams_are_checked(tree):
    for path, _ in tree.matching(r"rtl/\w+/(?:studies/)?\w+\.sv"):
        text = without_comments(tree.text(path))
        ports = set(re.findall(r"^\s*(?:input|output)\b[^;=]*?\b(\w+_(?:valid|ready)_[io])\s*(?=,|\)|$)", text, re.M))
        signal = r"\s*(\w+)(?:\[[^,]*\])?"
        checked = set(re.findall(rf"`GPUTM_STREAM\(\s*\w+,{signal},{signal}\s*[,)]", text))
        for valid in sorted(ports):
            stream, valid_found, side = valid.rpartition("_valid_")
            ready = f"{stream}_ready_{'o' if side == 'i' else 'i'}"
            if valid_found and ready in ports and (valid, ready) not in checked:
                yield path, f"stream {stream}: no GPUTM_STREAM of {valid} and {ready}"


def assertions_are_macros(tree):
    """So that GPUTM_ASSERTS_OFF leaves out all of them."""
    for path, _ in tree.matching(r"rtl/\w+/(?:studies/)?\w+\.sv"):
        for match in re.finditer(r"\b(assert|cover)\b\s*[(p]", without_comments(tree.text(path))):
            yield path, f"has {match[1]} itself, not by a macro of gputm_assert.svh"


def names_differ(tree):
    by_name = defaultdict(list)
    for path in tree.files:
        if not any(re.fullmatch(pattern, path) for pattern in SHARED_NAMES):
            by_name[PurePosixPath(path).name].append(path)
    for paths in by_name.values():
        for path in paths[1:]:
            yield path, f"has the name of {paths[0]}"


def files_are_modules(tree):
    for path, match in tree.matching(r"(?:rtl|tb)/(?:.*/)?(\w+)\.sv"):
        declared = re.findall(r"^\s*(?:module|package|interface)\s+(?:automatic\s+)?(\w+)",
                              without_comments(tree.text(path)), re.M)
        if declared != [match[1]]:
            yield path, f"declares {', '.join(declared) or 'no module'}, not {match[1]} alone"


def forbidden_words(tree):
    """(pattern, replacement, [prefix ...]) of each line of the list of words."""
    for line in tree.text(WORDS).splitlines() if WORDS in tree.files else []:
        if line and not line.startswith("#"):
            word, replacement, scope = re.fullmatch(r"(.+?) -> (.+?)(?: \[(.*)\])?", line).groups()
            yield re.compile(word), replacement, tuple((scope or "").split())


def in_words(text):
    """The text with its identifiers taken apart: commit_unit and CommitUnit become commit unit."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text).replace("_", " ").lower()


def words_of_the_field(tree):
    words = list(forbidden_words(tree))
    for path in tree.files:
        scoped = [word for word in words if not word[2] or path.startswith(word[2])]
        if path in ABOUT_WORDS or not scoped:
            continue
        lines = [in_words(line) for line in [path, *tree.text(path).splitlines()]]
        for pattern, replacement, _ in scoped:
            found = [(number, match[0]) for number, line in enumerate(lines) for match in pattern.finditer(line)]
            if found:
                number, word = found[0]
                where = f"line {number}" if number else "its name"
                yield path, f"says '{word}' ({where}, {len(found)} in all): {replacement}"


def model_knows_no_system(tree):
    for path, _ in tree.matching(r"sim/(?:core|gpu|memory)/.*"):
        for number, line in enumerate(tree.text(path).splitlines(), 1):
            if re.search(r"\bSystemKind\b|\bsystem_?\.kind\b", line):
                yield path, f"line {number} asks which TM system it runs"


def anchors(text):
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+\s+(.*?)\s*$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def folders_have_readmes(tree):
    """What lives there, what may be included: in each folder of the layout, not in the folders of one layer or
    module."""
    found = re.compile(r"(?:(?:rtl|sim|constraints)/\w+|tb/(?:(?:unit|sim)/)?\w+|(?:rtl|sim|tb|docs|constraints|cmake))(?=/)")
    folders = {match[0] for path in tree.files for match in [found.match(path)] if match}
    for folder in sorted(folders | {folder.rpartition("/")[0] for folder in folders} - {""}):
        if f"{folder}/README.md" not in tree.files:
            yield folder, "has no README.md"


def links_resolve(tree):
    for path, _ in tree.matching(r".*\.md"):
        page = re.sub(r"^```.*?^```|`[^`\n]*`", "", tree.text(path), flags=re.M | re.DOTALL)
        for link in re.findall(r"\]\(([^()\s]+)\)", page):
            target, _, anchor = link.partition("#")
            if re.match(r"\w+:", link):
                continue
            place = (tree.root / path).parent / target if target else tree.root / path
            if not place.exists():
                yield path, f"links to {link}, which is not there"
            elif anchor and place.suffix == ".md" and anchor not in anchors(place.read_text()):
                yield path, f"links to {link}, but no heading there has this anchor"


def mentioned_files_exist(tree):
    """Paths from the root in comments and documents; those with a placeholder are not paths, what is included is
    found in other places too, and links have a rule of their own."""
    mention = re.compile(r"(?<![\w/.<>$*{}-])((?:docs|rtl|sim|tb|constraints|cmake)/[\w/.-]*\w\.\w+)(?![\w/<*{$-])")
    for path in tree.files:
        if path in ABOUT_WORDS:
            continue
        text = re.sub(r"^#include.*|\]\([^()\s]+\)", "", tree.text(path), flags=re.M)
        for mentioned in sorted(set(mention.findall(text))):
            if not (tree.root / mentioned).exists():
                yield path, f"mentions {mentioned}, which is not there"


RULES = [modules_have_tests, test_folders_are_modules, tests_are_named_after_units, seeded_bugs_are_caught, seeded_bugs_change_a_source,
         testplans_name_what_exists, one_clock_and_one_reset, streams_are_checked, assertions_are_macros, names_differ, files_are_modules, words_of_the_field, model_knows_no_system,
         folders_have_readmes, links_resolve, mentioned_files_exist]
