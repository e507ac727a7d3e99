"""What `synth` and `timing` share: an RTL top read, checked and mapped by Yosys in a process of its own, with a log."""
import re
import subprocess
import sys

from rtl_memories import read_command
from rtl_sources import ROOT

JOBS = 2
# Yosys does not use the multiplexers between an ECP5's slices for choices of a word: constraints/ecp5 does.
MUXES = ROOT / "constraints/ecp5"

SCRIPT = """
from pyosys import libyosys as ys
design = ys.Design()
for command in {commands!r}:
    ys.run_pass(command, design)
"""


def name_of(top, parameters):
    """A name for files; a top can have several lines in tops.txt."""
    return "_".join([top, *parameters])


def elaborate(top, parameters):
    """Commands up to a checked netlist of word-level cells."""
    return [read_command(top, parameters), f"hierarchy -check -top {top}", "proc; opt_clean", "check -assert",
            "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr t:$sr"]


def ecp5(top, area, before_mapping=()):
    """Commands from word-level cells to those of an ECP5. Gates are mapped for area (`synth` says why) or for delay;
    before_mapping: commands in front of that."""
    script = f"synth_ecp5 -top {top} -run"
    return [*(["scratchpad -copy abc9.script.default.area abc9.script"] if area else []),
            f"read_verilog -lib -specify {MUXES}/wide_mux_boxes.v", f"{script} begin:map_ram",
            f"techmap -map {MUXES}/wide_mux_map.v t:$bmux", f"{script} map_ram:map_luts", *before_mapping,
            f"{script} map_luts:map_cells", f"techmap -map {MUXES}/wide_mux_cells.v", f"{script} map_cells:check", "check -assert"]


def run_yosys(commands, log):
    """Runs the commands and returns what is wrong, or nothing."""
    python = ROOT / ".venv/bin/python"
    if not python.exists() or subprocess.run([python, "-c", "import pyosys"], stderr=subprocess.DEVNULL).returncode != 0:
        sys.exit("pyosys is not installed in .venv: run `make setup`")
    with log.open("w") as output:
        code = subprocess.run([python, "-c", SCRIPT.format(commands=commands)], cwd=ROOT, stdout=output,
                              stderr=subprocess.STDOUT).returncode
    lines = reversed(log.read_text().splitlines())
    return ["Yosys failed: " + next((line for line in lines if re.search("ERROR", line)), "see the log")] if code else []
