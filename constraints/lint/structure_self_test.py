"""Shows that each rule of structure_rules.py finds its fault and nothing else: a small tree without findings is changed
in one place, and the findings are compared with those expected."""
import subprocess
import tempfile
from pathlib import Path

from structure_rules import RULES, WORDS, Tree

STREAMS = """module queue (
  input  wire logic       in_valid_i,
  output logic            in_ready_o,
  output logic      [1:0] out_valid_o,
  input  wire logic [1:0] out_ready_i
);
  `GPUTM_STREAM(u_check_in, in_valid_i, in_ready_o)
  for (genvar i = 0; i < 2; i++) begin : gen_check
    `GPUTM_STREAM(u_check_out,
                  out_valid_o[i], out_ready_i[i], {x[i], y})
  end
  `GPUTM_COVER(b_full, full)
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) full <= 1'b0;
endmodule
"""
SCRIPT = "gputm_script_test(script COMMAND x)\n"
PLAN = """errors = "none"
limits = ["one clock"]
[[feature]]
name = "order"
tests = ["Queue.Keeps*"]
proofs = ["queue", "queue_small"]
scripts = ["script"]
parts = ["queue"]
bins = ["b_full"]
bugs = ["lost", "queue/twice"]
"""
CLEAN = {
    "README.md": "# One\n\n## Two words\n\n[here](docs/page.md#a-heading) [there](#two-words) [out](https://example.com/x)\n",
    "docs/page.md": "# Page\n\n## A heading\n\n`[not](a/link.md)`, up to date; tb/unit/<design>/x.cpp and rtl/${design}/queue.sv\n",
    "rtl/common/queue.sv": STREAMS,
    "rtl/common/queue_pkg.sv": "package queue_pkg;\nendpackage\n",
    "tb/unit/common/queue/queue_test.cpp": "#include \"sim/elsewhere.h\"\n// tests rtl/common/queue.sv\nTEST(Queue, KeepsWords) {}\n",
    "tb/unit/common/common/bench.h": "\n",
    "tb/bugs/queue.bugs": "[lost]\n# A word is lost.\ns/a/b/\n\n[twice]\n# A word comes twice.\ns/a/c/\n",
    "tb/bugs/core.bugs": "[late]\n# It is late.\ns/^/late /\n",
    "constraints/tops.txt": "# comment\nqueue floor=125\n",
    "tb/testplans/queue.toml": PLAN,
    "tb/unit/common/CMakeLists.txt": SCRIPT + "module_test(queue BUGS queue/lost)\nsource_bug_tests(core_test ${PROJECT_SOURCE_DIR}/sim/core/core.cpp BUGS late)\n",
    "sim/core/core.cpp": "int kind;\n",
    "tb/formal/queue_formal/queue.sv": "module queue;\nendmodule\n",
    "tb/formal/queue_formal.sv": "// bug: queue/twice 12\n// with: small Depth=2\nmodule queue_formal;\nqueue u_dut ();\nendmodule\n",
    WORDS: "# comment\n\\bdaters?\\b -> updater\n\\bdates\\b -> timestamps [rtl/snapshot/]\n",
}
CLEAN |= {f"{folder}/README.md": "\n" for folder in (
    "constraints", "constraints/lint", "docs", "rtl", "rtl/common", "rtl/snapshot", "sim", "sim/core", "sim/engines", "sim/gpu",
    "sim/memory", "tb", "tb/bugs", "tb/formal", "tb/testplans", "tb/unit", "tb/unit/common")}
# What is changed (None: no such file), and the finding that follows: path and a part of its reason, or of each reason.
FAULTS = [
    ({"tb/unit/common/queue/queue_test.cpp": None, "tb/testplans/queue.toml": PLAN.replace('tests = ["Queue.Keeps*"]', "")},
     "rtl/common/queue.sv", "has no test"),
    ({"tb/unit/common/other/notes.txt": "\n"}, "tb/unit/common/other", "is no module"),
    ({"tb/formal/test_prove.py": "\n"}, "tb/formal/test_prove.py", "not named prove_test"),
    ({"tb/unit/common/common/words.cpp": "TEST(Words, Fit) {}\n"}, "tb/unit/common/common/words.cpp", "not named *_test.cpp"),
    ({"tb/formal/queue_formal.sv": None, "tb/testplans/queue.toml": PLAN.replace('"queue", "queue_small"', "")},
     "tb/bugs/queue.bugs", "has to find twice"),
    ({"tb/unit/common/CMakeLists.txt": f"{SCRIPT}source_bug_tests(core_test sim/core/core.cpp BUGS late)\n"},
     "tb/bugs/queue.bugs", "has to find lost"),
    ({"tb/unit/common/CMakeLists.txt": f"{SCRIPT}module_test(queue BUGS queue/lost)\n"}, "tb/bugs/core.bugs", "has to find late"),
    ({"tb/bugs/core.bugs": "[late]\ns/^/a/\n[late]\ns/^/b/\n"}, "tb/bugs/core.bugs", "two bugs late"),
    ({"tb/bugs/core.bugs": "[late]\ns/absent/b/\n"}, "tb/bugs/core.bugs", "late changes nothing in sim/core/core.cpp"),
    ({"rtl/common/queue.sv": STREAMS.replace("_in, in_valid_i", "_in, pending")}, "rtl/common/queue.sv",
     "stream in:"),
    ({"rtl/common/queue.sv": STREAMS.replace("out_ready_i[i], {", "1'b1, {")}, "rtl/common/queue.sv",
     "stream out:"),
    ({"rtl/common/queue.sv": STREAMS.replace("`GPUTM_STREAM(u_check_in", "// `GPUTM_STREAM(u_check_in")},
     "rtl/common/queue.sv", "stream in:"),
    ({"rtl/common/queue.sv": STREAMS.replace("endmodule", "always_comb a_in : assert (in_valid_i);\nendmodule")}, "rtl/common/queue.sv",
     "has assert itself"),
    ({"tb/testplans/queue.toml": None}, "constraints/tops.txt", "queue has no testplan"),
    ({"tb/testplans/other.toml": PLAN}, "tb/testplans/other.toml", "is of no top"),
    ({"tb/testplans/queue.toml": PLAN.replace("Keeps", "Loses")},
     "tb/testplans/queue.toml", ("names test Queue.Loses*", "no feature has test Queue.KeepsWords")),
    ({"tb/testplans/queue.toml": PLAN.replace("queue_small", "queue_large")},
     "tb/testplans/queue.toml", "names proofs queue_large"),
    ({"tb/testplans/queue.toml": PLAN.replace('"queue_small"', '"queue_small", "queue.at_rest"')},
     "tb/testplans/queue.toml", "names proofs queue.at_rest"),
    ({"tb/testplans/queue.toml": PLAN.replace("script", "other", 2).replace("others", "scripts")},
     "tb/testplans/queue.toml", "names scripts other"),
    ({"tb/testplans/queue.toml": PLAN.replace('parts = ["queue"]', 'parts = ["stack"]')},
     "tb/testplans/queue.toml", "names parts stack"),
    ({"tb/testplans/queue.toml": PLAN.replace("b_full", "b_empty")},
     "tb/testplans/queue.toml", ("names bins queue/b_empty", "no feature has bins b_full")),
    ({"tb/testplans/queue.toml": PLAN.replace("queue/twice", "stack/twice")},
     "tb/testplans/queue.toml", ("names bugs stack/twice", "no feature has bugs twice")),
    ({"tb/testplans/queue.toml": PLAN.replace('["queue", "queue_small"]', "[]")},
     "tb/testplans/queue.toml", "no feature has proof queue"),
    ({"tb/testplans/queue.toml": PLAN + '[[feature]]\nname = "hopes"\n'},
     "tb/testplans/queue.toml", "'hopes' has no test and no proof"),
    ({"tb/testplans/queue.toml": PLAN.replace("limits", "limit")},
     "tb/testplans/queue.toml", ("has no limits", "has a key limit")),
    ({"tb/testplans/queue.toml": PLAN + '[waived]\nclock = ""\n'}, "tb/testplans/queue.toml", "waives clock without a reason"),
    ({"rtl/common/queue.sv": STREAMS.replace("always_ff @(posedge clk_i", "always_ff @(negedge clk_i")},
     "rtl/common/queue.sv", "has registers at (negedge clk_i"),
    ({"rtl/common/queue.sv": STREAMS.replace("always_ff @(posedge clk_i or negedge rst_ni) if", "always_latch if")},
     "rtl/common/queue.sv", "has always_latch"),
    ({"rtl/common/queue.sv": STREAMS.replace("endmodule", "ram u_ram (.clk_i(gated));\nendmodule")},
     "rtl/common/queue.sv", "connects clk_i to gated"),
    ({"sim/gpu/core.cpp": "\n"}, "sim/gpu/core.cpp", "has the name of sim/core/core.cpp"),
    ({"rtl/common/queue_pkg.sv": "package other_pkg;\nendpackage\n"}, "rtl/common/queue_pkg.sv", "declares other_pkg"),
    ({"rtl/common/queue_pkg.sv": "package queue_pkg;\nendpackage\nmodule second;\nendmodule\n"},
     "rtl/common/queue_pkg.sv", "declares queue_pkg, second"),
    ({"sim/core/core.cpp": "int EdgeDater = edge_dater_q;\n"}, "sim/core/core.cpp", "says 'dater' (line 1, 2 in all)"),
    ({"sim/core/edge_dater.h": "\n"}, "sim/core/edge_dater.h", "says 'dater' (its name"),
    ({"rtl/snapshot/snapshot.cmake": "# dates\n"}, "rtl/snapshot/snapshot.cmake", "says 'dates'"),
    ({"sim/core/core.cpp": "if (system_.kind == 1) {}\n"}, "sim/core/core.cpp", "line 1 asks"),
    ({"sim/memory/l2.cpp": "tm::SystemKind kind;\n"}, "sim/memory/l2.cpp", "line 1 asks"),
    ({"sim/core/README.md": None}, "sim/core", "has no README.md"),
    ({"sim/README.md": None}, "sim", "has no README.md"),
    ({"README.md": "[gone](docs/gone.md)\n"}, "README.md", "links to docs/gone.md"),
    ({"README.md": "[gone](docs/page.md#gone)\n"}, "README.md", "no heading"),
    ({"sim/core/core.cpp": "// see docs/gone.md.\n"}, "sim/core/core.cpp", "mentions docs/gone.md"),
]
# What must not be found.
ALLOWED = [
    {"sim/core/core.cpp": "// all dates\n"},
    {"rtl/common/queue.sv": STREAMS.replace("in_valid_i", "in_req_i").replace("in_ready_o", "in_gnt_o")},
    {"rtl/common/queue.sv": STREAMS.replace("in_ready_o,", "in_full_o,")},
    {"sim/core/parts/part.cpp": "\n"},
    {"sim/engines/systems.cpp": "tm::SystemKind kind;\n"},
]


def findings_of(changes):
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["git", "init", "-q", place], check=True)
        for path, text in {**CLEAN, **changes}.items():
            if text is not None:
                (Path(place) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(place) / path).write_text(text)
        tree = Tree(place)
        return sorted({finding for rule in RULES for finding in rule(tree)})


def self_test():
    wrong = [f"a clean tree: found {finding}" for changes in [{}, *ALLOWED] for finding in findings_of(changes)]
    for changes, path, reason in FAULTS:
        found = findings_of(changes)
        reasons = [reason] if isinstance(reason, str) else sorted(reason)
        if len(found) != len(reasons) or any(finding[0] != path or part not in finding[1] for finding, part in zip(found, reasons)):
            wrong.append(f"{path}: expected findings {reasons}, found {found}")
    print("\n".join(wrong) or f"{len(FAULTS)} faults found, {len(ALLOWED) + 1} clean trees clean")
    return 1 if wrong else 0
