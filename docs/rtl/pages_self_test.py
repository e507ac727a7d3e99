#!/usr/bin/env python3
"""Tests sv_header.py and wave_check.py on a module made up for it, which has each form of parameter and port: what is read of
it, that what is missing is named, and that a diagram is refused where the module does something else. And the checklist (signoff.py)
and the versions of interfaces (promises.py) on made-up facts."""
import copy
import sys
import tempfile
from pathlib import Path

DOCS_RTL = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS_RTL), str(DOCS_RTL.parent.parent / "constraints")]
import promises
import rtl_memories
import signoff
from sv_header import HeaderError, header_of, refusals, typedef
from wave_check import differences, svg

PACKAGE = """package made_up_pkg;
  parameter int unsigned Bits = 4;
  typedef logic [Bits-1:0] word_t;

  typedef enum logic [0:0] {
    KindAdd,  // one
    KindKeep
  } kind_e;
endpackage
"""
MODULE = """// Adds to what it holds: made up.
// Second line.
//
// Latency: a cycle. Throughput: one a cycle.
//
// Step: what is added, at least 1 (a limit). Low, High: bounds. Wide*: widths.

module made_up
  import made_up_pkg::*;
#(
  parameter  int unsigned Step  = 1,
  parameter  int unsigned Low   = 0,
  parameter  int unsigned High  = Low + (2 ** Bits - 1),
  parameter  bit          WideA = 1'b0,
  parameter  int unsigned Plain = 7,  // said here, not on top
  localparam int unsigned Width = $clog2(High + 1),

  parameter type sum_t = struct packed {
    logic             full;  // at High
    logic [Width-1:0] sum;
  }
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // What is added,
  // one a beat.
  input  wire logic             in_valid_i,
  output logic                  in_ready_o,
  input  wire kind_e            in_kind_i,  // whether
  input  wire word_t [1:0]      in_two_i,   // both
  input  wire logic [Width-1:0] in_most_i,  // (a) limit, with (parentheses

  output      logic             out_valid_o,
  output      sum_t             out_sum_o  // the sum
);
  localparam int unsigned Least = 1;
  if (Step < Least) begin : gen_check_step
    $error(
        "made_up: Step=%0d must be at least %0d",
        Step,
        Least
    );
  end
  logic [Width-1:0] sum_q;
  assign in_ready_o = 1'b1;
  assign out_sum_o = '{full: sum_q == Width'(High), sum: sum_q};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_o <= 1'b0;
      sum_q <= '0;
    end else begin
      out_valid_o <= in_valid_i;
      if (in_valid_i && in_kind_i == KindAdd) sum_q <= sum_q + in_two_i[0] + in_two_i[1];
    end
  end
endmodule
"""
DIAGRAM = {
    "after": 2,
    "names": {"1, 2": "{4'd1, 4'd2}", "three": "'{full: 1'b0, sum: 4'd3}", "add": "KindAdd"},
    "signal": [
        {"name": "clk_i", "wave": "p..."},
        ["in", {"name": "in_valid_i", "wave": "010."}, {"name": "in_kind_i", "wave": "x3x.", "data": ["add"]},
         {"name": "in_two_i", "wave": "x3x.", "data": ["1, 2"]}],
        {},
        ["out", {"name": "out_valid_o", "wave": "0.10"}, {"name": "out_sum_o", "wave": "x.3.", "data": ["three"]}]],
}
failures = []


def expect(what, got, expected):
    if got != expected:
        failures.append(f"{what}: {got!r}, expected {expected!r}")


def error_of(make):
    try:
        make()
    except HeaderError as error:
        return str(error)
    return None


def test_header():
    header = header_of(MODULE)
    expect("name", header.name, "made_up")
    expect("packages", header.imports, ["made_up_pkg"])
    expect("first paragraph", header.essay[0], ["Adds to what it holds: made up.", "Second line."])
    expect("parameters", [(p.name, p.type, p.default, p.derived, p.meaning) for p in header.parameters][:6], [
        ("Step", "int unsigned", "1", False, "what is added, at least 1 (a limit)"),
        ("Low", "int unsigned", "0", False, "bounds"),
        ("High", "int unsigned", "Low + (2 ** Bits - 1)", False, "bounds"),
        ("WideA", "bit", "1'b0", False, "widths"),
        ("Plain", "int unsigned", "7", False, "said here, not on top"),
        ("Width", "int unsigned", "$clog2(High + 1)", True, "")])
    expect("type", (header.parameters[6].type, "full;  // at High" in header.parameters[6].default), ("type", True))
    expect("titles", [group.title for group in header.groups], ["", "What is added, one a beat.", ""])
    expect("ports", [(p.name, p.direction, p.type, p.meaning) for p in header.ports], [
        ("clk_i", "input", "logic", "clock, rising edge"),
        ("rst_ni", "input", "logic", "reset, asynchronous, active low"),
        ("in_valid_i", "input", "logic", "valid"), ("in_ready_o", "output", "logic", "ready"),
        ("in_kind_i", "input", "kind_e", "whether"), ("in_two_i", "input", "word_t [1:0]", "both"),
        ("in_most_i", "input", "logic [Width-1:0]", "(a) limit, with (parentheses"),
        ("out_valid_o", "output", "logic", "valid"), ("out_sum_o", "output", "sum_t", "the sum")])
    expect("streams", [p.stream for p in header.ports[2:5]], [("in", "valid"), ("in", "ready"), None])
    expect("rules", list(refusals(MODULE)), [("made_up", "`Step` must be at least `Least`; `Least = 1`", ["Step"])])
    expect("enumeration", typedef("kind_e", [PACKAGE]), "typedef enum logic [0:0] {\n  KindAdd,  // one\n  KindKeep\n} kind_e;")
    expect("vector", typedef("word_t", ["package other;", PACKAGE]), "typedef logic [Bits-1:0] word_t;")
    expect("unknown type", typedef("none_t", [PACKAGE]), None)


def test_what_is_missing():
    expect("port", error_of(lambda: header_of(MODULE.replace("  // whether", ""))), "port in_kind_i has no comment")
    expect("last port", error_of(lambda: header_of(MODULE.replace("  // the sum", ""))), "port out_sum_o has no comment")
    expect("parameter", error_of(lambda: header_of(MODULE.replace("  // said here, not on top", ""))),
           "parameter Plain has no comment, and the text on top does not say what it is")
    expect("module", error_of(lambda: header_of(PACKAGE)), "there is no module")


def changed(which, **values):
    """The diagram with other values for a signal."""
    diagram = copy.deepcopy(DIAGRAM)
    for entry in diagram["signal"]:
        for signal in entry[1:] if isinstance(entry, list) else [entry]:
            if signal.get("name") == which:
                signal.update(values)
    return diagram


def test_diagram():
    header = header_of(MODULE)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = [folder / "made_up_pkg.sv", folder / "made_up.sv"]
        sources[0].write_text(PACKAGE)
        sources[1].write_text(MODULE)

        def found(diagram):
            return differences(header, diagram, sources, sys.executable, folder)
        expect("true", found(DIAGRAM), [])
        expect("late", found(changed("out_valid_o", wave="0..1")), ["cycle 2: out_valid_o is 1", "cycle 3: out_valid_o is 0"])
        expect("other input", found(changed("in_two_i", data=["{4'd1, 4'd1}"])),
               ["cycle 2: out_sum_o is 02", "cycle 3: out_sum_o is 02"])
        expect("no expression", found(changed("in_two_i", data=["?"]))[0].startswith("Yosys failed"), True)
        expect("no port", error_of(lambda: found(changed("out_sum_o", name="sum_o"))), "sum_o is drawn, but is no port")
        expect("length", error_of(lambda: found(changed("out_sum_o", wave="x."))), "wave of out_sum_o has 2 cycles, not 4")
        expect("gap", error_of(lambda: found(changed("in_valid_i", wave="01|."))), "wave of in_valid_i has '|'")
    expect("picture", svg(DIAGRAM), svg(copy.deepcopy(DIAGRAM)))


def test_stages():
    """An open item holds its level and those above; waived and not applicable ones do not."""
    done = dict.fromkeys(signoff.NAMES, signoff.DONE)
    expect("all done", signoff.stage(done), "D3 V3")
    expect("one waived, one for others", signoff.stage(done | {"floor": signoff.WAIVED, "bus": signoff.NONE}), "D3 V3")
    expect("area and mutants open", signoff.stage(done | {"area": signoff.OPEN, "mutants": signoff.OPEN}), "D1 V1")
    expect("none done", signoff.stage(dict.fromkeys(signoff.NAMES, signoff.OPEN)), "D0 V0")


def test_rows():
    class Files:
        files = ["table.md"]

        def text(self, path):
            return "| top | MHz |\n|---|--:|\n| `made_up` | 10 |\n| `made_up_too` | 20 |\n"
    expect("rows", signoff.rows("table.md", "made_up", Files()), [["`made_up`", "10"]])
    expect("no page", signoff.rows("none.md", "made_up", Files()), [])


def test_registers():
    """Within the bar: 1% silent, of faults in registers of a form that is protected, and no hang."""
    def withstands(*lines):
        class Tree:
            files = ["docs/measured/faults.md"]

            def text(self, path):
                return "\n".join(f"| `made_up` | {line} |" for line in lines)
        return signoff.registers_withstand(signoff.Facts(Tree(), None, {}, {}), "made_up")
    good = "parity | register | 90 | 2,000 | 1,980 | 0 | 0 | 0 (0.00 to 0.19%) | 20 (0.65 to 1.54%)"
    expect("at the bar", withstands(good), True)
    expect("above", withstands(good.replace("| 20 (", "| 21 (")), False)
    expect("a hang", withstands(good.replace("| 0 (0.00", "| 1 (0.01")), False)
    expect("unprotected", withstands(good.replace("parity", "none")), False)
    expect("memories", withstands(good.replace("register", "ram")), False)
    expect("one of two", withstands(good.replace("| 20 (", "| 1,021 ("), good.replace("parity", "lockstep")), True)
    expect("no row", withstands(), False)


def test_interfaces():
    header, types = header_of(MODULE), ["typedef logic [3:0] word_t;  // a word"]
    first = promises.interface_hash(header, types)

    def changed(old, new):
        return promises.interface_hash(header_of(MODULE.replace(old, new)), types)
    expect("a comment", changed("// both", "// two"), first)
    expect("inside", changed("out_valid_o <= in_valid_i;", "out_valid_o <= 1'b1;"), first)
    for old, new in (("Step  = 1", "Step  = 2"), ("word_t [1:0]", "word_t [2:0]"), ("in_kind_i", "in_sort_i"), ("bit          Wide", "logic        Wide")):
        expect(f"{new} is another interface", changed(old, new) == first, False)
    expect("a type's comment", promises.interface_hash(header, ["typedef logic [3:0] word_t;"]), first)
    expect("a type", promises.interface_hash(header, ["typedef logic [4:0] word_t;"]) == first, False)


DUMP = """module \\top
  attribute \\src "rtl/common/ram_1r1w.sv:40.21"
  attribute \\keep 1
  cell $mem_v2 $a
    parameter \\MEMID "\\\\u_one.mem"
    parameter \\SIZE 8
    parameter \\WIDTH 3
    connect \\RD_ADDR \\a
  end
  cell $mem_v2 $b
    parameter \\MEMID "\\\\u_two[1].mem"
    parameter \\SIZE 4
    parameter \\WIDTH 5
  end
end
"""


def test_memories():
    """Each memory of a dump, with the file that it is in where the dump says so."""
    with tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / "dump.rtlil"
        dump.write_text(DUMP)
        expect("shapes", list(rtl_memories.shapes(dump)),
               [('"\\\\u_one.mem"', 8, 3, "ram_1r1w"), ('"\\\\u_two[1].mem"', 4, 5, "")])
        expect("bits", rtl_memories.memory_bits(dump), 44)


if __name__ == "__main__":
    for test in (test_memories, test_header, test_what_is_missing, test_diagram, test_stages, test_rows, test_registers, test_interfaces):
        test()
    print("\n".join(failures) if failures else "passed")
    sys.exit(1 if failures else 0)
