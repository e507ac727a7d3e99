#!/usr/bin/env python3
"""The memories of an RTL top as Yosys sees them after elaboration. `rtl_memories.py TOP KEY` prints {"KEY": bytes},
`rtl_memories.py --bits KEY TOP NAME=PATTERN ...` prints {"KEY": {"NAME": bits, ..., "rest": bits}}: of memories
with the regular expression in their instance names, and of those that no name has counted."""
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


def shapes(dump):
    """(instance name, words, bits a word, module that it is in) of all memories in a dump."""
    for attributes, cell in re.findall(r"((?:  attribute [^\n]*\n)*)(  cell \$mem\w* .*?\n  end\n)", dump.read_text(), re.S):
        parameter = lambda name: re.search(rf"parameter \\{name} (.*)", cell)[1]
        source = re.search(r'\\src "(?:.*/)?(\w+)\.sv:', attributes)
        yield parameter("MEMID"), int(parameter("SIZE")), int(parameter("WIDTH")), source[1] if source else ""


def memories(dump):
    """(instance name, bits) of all memories in a dump."""
    yield from ((name, words * bits) for name, words, bits, _ in shapes(dump))


def memory_bits(dump):
    return sum(bits for _, bits in memories(dump))


def shapes_of(top, parameters=()):
    with tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / "memories.rtlil"
        commands = [read_command(top, parameters), f"hierarchy -top {top}", "proc", *(c.format(path=dump) for c in COLLECT)]
        script = f"from pyosys import libyosys as ys; d = ys.Design(); [ys.run_pass(c, d) for c in {commands!r}]"
        subprocess.run([ROOT / ".venv/bin/python", "-c", script], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        return list(shapes(dump))


def memories_of(top):
    return [(name, words * bits) for name, words, bits, _ in shapes_of(top)]


def main(first, *rest):
    if first != "--bits":
        print(json.dumps({rest[0]: sum(bits for _, bits in memories_of(first)) / 8}))
        return
    key, top, *tables = rest
    patterns = dict(table.split("=", 1) for table in tables)
    counted = dict.fromkeys([*patterns, "rest"], 0)
    for instance, bits in memories_of(top):
        names = [name for name, pattern in patterns.items() if re.search(pattern, instance)]
        for name in names or ["rest"]:
            counted[name] += bits
    print(json.dumps({key: counted}))


if __name__ == "__main__":
    main(*sys.argv[1:])
