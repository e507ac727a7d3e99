#!/usr/bin/env python3
"""The memories of an RTL top as Yosys sees them after elaboration. `rtl_memories.py TOP KEY` prints {"KEY": bytes},
`rtl_memories.py --bits KEY NAME=TOP[,PARAMETER=VALUE ...][/INSTANCE] ...` prints {"KEY": {"NAME": bits, ...}}: of all memories, or
of those in instances whose names begin so."""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rtl_sources import INCLUDE_DIR, ROOT, files_with, parted, sources_of

# Passes between reading and the dump that `memory_bits` parses; {path} is the dump.
COLLECT = ["flatten", "memory_collect", "opt_clean", "select t:$mem*", "write_rtlil -selected {path}", "select -clear"]


def read_command(top, parameters=()):
    values, studies = parted(parameters)
    return " ".join(["read_slang", "--ignore-assertions", "-I", INCLUDE_DIR, "--top", top, *("-G" + value for value in values),
                     *sources_of(top, files_with(studies))])


def memory_bits(dump, instance=""):
    """Bits of all memories in a dump, or of those below an instance."""
    cells = re.findall(r"cell \$mem\w* .*?\n  end\n", dump.read_text(), re.S)
    if instance:
        cells = [cell for cell in cells if re.search(rf'parameter \\MEMID "\\+{re.escape(instance)}', cell)]
    return sum(int(re.search(r"parameter \\WIDTH (\d+)", cell)[1]) * int(re.search(r"parameter \\SIZE (\d+)", cell)[1])
               for cell in cells)


def bits_of(top, *parameters, instance=""):
    with tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / "memories.rtlil"
        commands = [read_command(top, parameters), f"hierarchy -top {top}", "proc", *(c.format(path=dump) for c in COLLECT)]
        script = f"from pyosys import libyosys as ys; d = ys.Design(); [ys.run_pass(c, d) for c in {commands!r}]"
        subprocess.run([ROOT / ".venv/bin/python", "-c", script], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        return memory_bits(dump, instance)


def main(first, *rest):
    if first == "--bits":
        key, *tables = rest
        split = (re.fullmatch(r"(\w+)=([^/]*)/?(.*)", table).groups() for table in tables)
        print(json.dumps({key: {name: bits_of(*top.split(","), instance=instance) for name, top, instance in split}}))
    else:
        print(json.dumps({rest[0]: bits_of(first) / 8}))


if __name__ == "__main__":
    main(*sys.argv[1:])
