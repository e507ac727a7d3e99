"""Timing diagrams: WaveDrom sources that are also stimuli. What a diagram shows of inputs is driven into the RTL, and of
outputs expected from it, cycle by cycle, by Yosys' simulator. For docs/make_pages.

A source is WaveDrom's JSON with, besides `signal`, what is needed to run it, which WaveDrom does not look at:
  parameters  of the top, NAME: value
  imports     packages whose names the values use
  inputs      NAME: expression, those that are not drawn; all others are 0
  after       cycles from the end of reset to the first of the diagram
  names       label in the diagram: SystemVerilog expression; other labels are expressions themselves
A wave has one character a cycle, as WaveDrom's: 0, 1, `.` (as before), = and 2 to 9 (the next of `data`), x (not looked at),
| (a gap of time would not be true, so it is refused)."""
import json
import re
import subprocess
from pathlib import Path

from rtl_sources import HEADERS, INCLUDE_DIR, ROOT
from sv_header import HeaderError

RESET_CYCLES = 3  # of Yosys' sim


def signals_of(diagram):
    """Drawn signals, those in groups as well, without the clock and empty lines."""
    def walk(entries):
        for entry in entries:
            if isinstance(entry, list):
                yield from walk(entry[1:])
            elif entry and entry["name"] != "clk_i":
                yield entry
    return list(walk(diagram["signal"]))


def values_of(signal, names):
    """An expression for each cycle, None where it is not looked at."""
    values, labels = [], iter(signal.get("data", []))
    for character in signal["wave"]:
        if character == ".":
            values.append(values[-1])
        elif character in "01":
            values.append(f"'{character}" if character == "0" else "'1")
        elif character in "=23456789":
            label = next(labels)
            values.append(names.get(label, label))
        elif character == "x":
            values.append(None)
        else:
            raise HeaderError(f"wave of {signal['name']} has '{character}'")
    return values


def typed(port, value):
    """An assignment pattern needs to know what it is of."""
    return f"{port.type}'({value})" if value.startswith("'{") else value


def driver(header, diagram):
    """(SystemVerilog of a module that drives the top as drawn and reports what differs, cycles to run)."""
    signals = {signal["name"]: values_of(signal, diagram.get("names", {})) for signal in signals_of(diagram)}
    length = max(len(values) for values in signals.values())
    ports = {port.name: port for port in header.ports}
    for name, values in signals.items():
        if name not in ports:
            raise HeaderError(f"{name} is drawn, but is no port")
        if len(values) != length:
            raise HeaderError(f"wave of {name} has {len(values)} cycles, not {length}")
    after, parameters = diagram.get("after", 0), diagram.get("parameters", {})
    known = parameters | {p.name: f"({p.default})" for p in header.parameters if p.name not in parameters and p.type != "type"}
    imports = "".join(f"  import {name}::*;\n" for name in dict.fromkeys([*header.imports, *diagram.get("imports", [])]))
    lines = [*(f'`include "{Path(path).name}"' for path in HEADERS),  # the macros of types
             f"module wave_driver\n{imports}(input wire logic clk_i, input wire logic rst_ni);"]
    lines += [f"  localparam {p.type} {p.name} = {known[p.name]};" for p in header.parameters if p.type != "type"]
    lines += [f"  typedef {p.default.removeprefix('type').strip()} {p.name};" for p in header.parameters if p.type == "type"]
    lines += [f"  {port.type} {port.name};" for port in header.ports if port.name not in ("clk_i", "rst_ni")]
    lines += ["  logic [15:0] cycle;", "  always_ff @(posedge clk_i or negedge rst_ni)",
              "    if (!rst_ni) cycle <= '0; else cycle <= cycle + 16'd1;"]
    handed_down = [*parameters, *(p.name for p in header.parameters if p.type == "type")]
    set_parameters = ", ".join(f".{name}({name})" for name in handed_down)
    lines += [f"  {header.name} #({set_parameters}) u_top (.*);"]
    for port in header.ports:
        if port.direction == "output" or port.name in ("clk_i", "rst_ni"):
            continue
        zero = f"{port.type}'(0)" if port.type.endswith("_e") else "'0"
        lines += ["  always_comb begin", f"    {port.name} = {diagram.get('inputs', {}).get(port.name, zero)};"]
        lines += [f"    if (cycle == {after + at}) {port.name} = {value};"
                  for at, value in enumerate(signals.get(port.name, [])) if value not in (None, "'0")
                  or value == "'0" and port.name in diagram.get("inputs", {})]
        lines += ["  end"]
    lines += ["  always_ff @(posedge clk_i) begin"]
    for name, values in signals.items():
        if ports[name].direction == "output":
            lines += [f"    if (cycle == {after + at} && !({name} == {typed(ports[name], value)})) "
                      f"$display(\"differs: cycle {at}: {name} is %h\", {name});"
                      for at, value in enumerate(values) if value is not None]
    lines += ["  end", "endmodule", ""]
    return "\n".join(lines), after + length


def differences(header, diagram, sources, python, folder):
    """Lines that say where the RTL does not do what is drawn."""
    text, cycles = driver(header, diagram)
    file = folder / "wave_driver.sv"
    file.write_text(text)
    commands = [f"read_slang --ignore-assertions -I {ROOT / INCLUDE_DIR} --top wave_driver {' '.join(map(str, sources))} {file}",
                "prep -flatten -top wave_driver",
                f"sim -clock clk_i -resetn rst_ni -rstlen {RESET_CYCLES} -zinit -q -n {cycles + RESET_CYCLES + 1}"]
    script = "from pyosys import libyosys as ys; d = ys.Design(); " + "; ".join(f"ys.run_pass({c!r}, d)" for c in commands)
    result = subprocess.run([python, "-c", script], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0 or "Executing SIM pass" not in result.stdout:
        return [f"Yosys failed:\n{result.stdout[-3000:]}"]
    return re.findall(r"^differs: (.*)$", result.stdout, re.M)


def svg(diagram):
    """The picture; WaveDrom's renderer gives the same text for the same source."""
    import wavedrom  # of .venv
    picture = {key: diagram[key] for key in ("signal", "config", "head", "foot", "edge") if key in diagram}
    return wavedrom.render(json.dumps(picture)).tostring() + "\n"
