"""Measures the clocks of RTL tops for `timing` of a device: Yosys, nextpnr, and docs/measured/timing.md, which has a table for each device.

Tops are routed out of context: without IO buffers. A clock is that from register (or RAM) to register; paths from and to
the top's ports are not in it, since what is before and after them is not there. Each has the median of five seeds (or of the first
N, --seeds N, where a route takes 20 minutes; the row says of how many), and the critical path of the seed that is it.

`timing TOP ...` measures these and replaces their rows of the table: tops marked `slow` have rows only in this way. A TOP in quotes
with the parameters of its row, 'cid_vendor default', is that row alone. Netlists and the reports of routes stay in build-timing/,
where logs are too, until the sources of their top, its parameters, the tools or their options change: a run that was stopped
goes on where it was, more seeds add to those there are, and what has not changed costs nothing.

`timing --check` takes the tops marked `small` and writes nothing: one seed, and all five where that one is below the
floor. A median below the floor of tops.txt is a failure everywhere.

`timing --stale` names the rows of the device's table that are not of the present sources, and fails if there is one: all
rows have a hash of what they follow from, in the column `of`. `--check` only says how many there are: new ones of a bank
that many tops have take hours."""
import argparse
import hashlib
import json
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rtl_sources import HEADERS, ROOT, files_with, lines_of_tops, parted, sources_of
from rtl_synthesis import JOBS, MUXES, elaborate, name_of, run_yosys

OUT = ROOT / "build-timing"
TABLE = ROOT / "docs/measured/timing.md"
SEEDS = [1, 2, 3, 4, 5]
TARGET_MHZ = 200


class Failed(Exception):
    pass


@dataclass(frozen=True)
class Device:
    name: str  # of nextpnr's command
    cells: Callable  # commands of Yosys from word-level cells to those of the device
    options: tuple  # of nextpnr
    out_of_context: tuple = ()  # Yosys's commands, where nextpnr has no option for it
    mark: str = ""  # of the tops that fit, in tops.txt

    nextpnr = property(lambda self: ROOT / f".venv/bin/yowasp-nextpnr-{self.name}")


# A command of Yosys. Mapping to LUTs drops the names of wires, so cells take those of the wires they drive before; `autoname`, at
# the end of the script, would invent others.
NAMES = "rename -wire"


def placer_of(marks):
    return "static" if "static" in marks else "heap"


def commands_of(top, parameters, device):
    """The commands of Yosys for a netlist, and the name of its files."""
    name = name_of(top, [*parameters, *([device.mark] if device.mark else [])])
    return name, [*elaborate(top, parameters), *device.cells(top), "blackbox =A:whitebox", *device.out_of_context,
                  f"write_json {OUT.relative_to(ROOT)}/{name}.json"]


def key_of(top, parameters, commands, device, placer):
    """What a netlist and its routes follow from: the commands, the tools, and the sources without comments and layout. It
    is the same in every copy of the repository."""
    tools = [path.name for tool in ("pyosys", f"yowasp_nextpnr_{device.name}")
             for path in (ROOT / ".venv").glob(f"lib/python3*/site-packages/{tool}-*.dist-info")]
    sources = [re.sub(r"//.*|/\*.*?\*/", "", (ROOT / path).read_text()).split()
               for path in [*sources_of(top, files_with(parted(parameters)[1])), *HEADERS, *sorted(MUXES.glob("*.v"))]]
    causes = repr((commands, device.options, TARGET_MHZ, placer, tools, sources)).replace(f"{ROOT}/", "")
    return hashlib.sha256(causes.encode()).hexdigest()


def synthesize(top, parameters, device, placer):
    """The name of a netlist for nextpnr, and its key. What there is of the same key stays, with its routes."""
    name, commands = commands_of(top, parameters, device)
    key, kept = key_of(top, parameters, commands, device, placer), OUT / f"{name}.key"
    if not kept.exists() or kept.read_text() != key:
        for path in [kept, *OUT.glob(f"{name}.*.report.json")]:
            path.unlink(missing_ok=True)
        problems = run_yosys(commands, OUT / f"{name}.yosys.log")
        if problems:
            raise Failed(problems[0])
        kept.write_text(key)
    return name, key


def route(name, seed, device, placer):
    """Routed once: the report of nextpnr, or {"full": what the device has too little of}. It runs in WebAssembly and sees only files
    below its working directory."""
    report, part = OUT / f"{name}.{seed}.report.json", OUT / f"{name}.{seed}.part.json"
    if report.exists():
        return json.loads(report.read_text())
    part.unlink(missing_ok=True)
    log = OUT / f"{name}.{seed}.log"
    with log.open("w") as output:
        subprocess.run([device.nextpnr, *device.options, "--placer", placer, "--freq", str(TARGET_MHZ), "--timing-allow-fail", "--seed", str(seed),
                        "--no-print-critical-path-source", "--json", f"{name}.json", "--report", part.name],
                       cwd=OUT, stdout=output, stderr=subprocess.STDOUT)
    if not part.exists():
        text = log.read_text()
        utilisation = re.findall(r"^Info:\s+(\w+):\s+(\d+)/\s*(\d+)\s+\d+%$", text, re.M)
        full = [f"{int(used):,} {cell} of {int(there):,}" for cell, used, there in utilisation if int(used) > int(there)]
        if not full:
            error = re.search("^ERROR.*", text, re.M)
            raise Failed("nextpnr failed: " + (error[0] if error else f"see {log.relative_to(ROOT)}"))
        part.write_text(json.dumps({"fmax": {}, "full": full[0]}))
    part.rename(report)
    return json.loads(report.read_text())


def clock_of(report):
    # A block without a path between registers has no clock to report.
    return min((clock["achieved"] for clock in report["fmax"].values()), default=None)


def path_of(report):
    """The cells on the critical path that have names, and how much of its delay is in cells."""
    segments = next((path["path"] for path in report["critical_paths"]
                     if path["from"] == path["to"] and "async" not in path["from"]), [])
    cells = [segment[side]["cell"] for segment in segments for side in ("from", "to")]
    names = [re.sub(r"(\[\d+\])*[\\$].*", "", cell) for cell in cells if not cell.startswith("$")]
    return {"points": list(dict.fromkeys(names)),
            "cells": sum(segment["delay"] for segment in segments if segment["type"] != "routing"),
            "all": sum(segment["delay"] for segment in segments)}


def measure(top, parameters, marks, seeds, device):
    """A row of the table: the clocks of the seeds and the path of their median."""
    started = time.monotonic()
    row = {"top": top, "parameters": " ".join(parameters), "floor": None if device.mark else marks.get("floor"), "problem": None}
    try:
        placer = placer_of(marks)
        name, row["key"] = synthesize(top, parameters, device, placer)
        floor = float(row["floor"] or 0)
        reports = [route(name, seeds[0], device, placer)]
        if clock_of(reports[0]):  # otherwise with no seed
            reports += [route(name, seed, device, placer) for seed in seeds[1:]]
        if len(seeds) == 1 and (clock_of(reports[0]) or floor) < floor:
            reports += [route(name, seed, device, placer) for seed in SEEDS if seed not in seeds]
        clocks = [clock_of(report) for report in reports]
        if None in clocks:
            full = reports[0].get("full")
            why = f"does not fit: it needs {full}" if full else "no path between registers"
            return {**row, "mhz": None, "why": why, "seconds": time.monotonic() - started}
        median = statistics.median_low(clocks)
        row.update(mhz=median, least=min(clocks), most=max(clocks), seeds=len(clocks),
                   path=path_of(reports[clocks.index(median)]))
        if median < floor:
            row["problem"] = f"{median:.1f} MHz, the floor is {row['floor']} MHz"
    except Failed as failure:
        row["problem"] = str(failure)
    return {**row, "seconds": time.monotonic() - started}


HEADS = {"ecp5": """# Timing

Generated by `make timing`, or row by row by `constraints/ecp5/timing TOP`: Yosys 0.70, `synth_ecp5` with `constraints/ecp5`, mapped for delay;
nextpnr-ecp5, ECP5-85, speed grade 8, out of context (no IO). A top has no row until it is measured.

- MHz: median, least and most of the seeds, between registers and RAMs; paths from and to ports do not count.
- Floor: the minimum that `constraints/tops.txt` demands. Tops marked `static` there use nextpnr's static placer.
- Critical path: its named cells (registers, RAMs, carry chains) in the median run, and the share of its delay that is in cells.
- Last column: a hash of sources, parameters, tools and options. `constraints/ecp5/timing --stale` names rows that are older.
""", "ice40": """
## iCE40

The tops that fit into an iCE40 HX8K (7,680 logic cells, 32 RAMs of 4 kbit), in the same way, by `constraints/ice40/timing`. The whole
commit unit does not, at its smallest ring either: it needs 63 RAMs.
"""}  # in front of each device's table
COLUMNS = """
| top | parameters | MHz | least | most | seeds | floor | critical path | in cells | of |
|---|---|--:|--:|--:|--:|--:|---|--:|---|
"""
MOST_POINTS = 6  # of a path that are shown
SHOWN = 8  # digits of a key


def table_row(row):
    head = f"| `{row['top']}` | {row['parameters'] or 'default'} | "
    if row["mhz"] is None:
        return head + f"- | - | - | - | {row['floor'] or '-'} | {row['why']} | - | {row['key'][:SHOWN]} |"
    points = row["path"]["points"]
    if len(points) > MOST_POINTS:
        points = [*points[:MOST_POINTS - 2], "...", points[-1]]
    path = ", ".join(f"`{point}`" if point != "..." else point for point in points) or "-"
    return head + (f"{row['mhz']:.1f} | {row['least']:.1f} | {row['most']:.1f} | {row['seeds']} | {row['floor'] or '-'} | {path} | "
                   f"{100 * row['path']['cells'] / row['path']['all']:.0f}% | {row['key'][:SHOWN]} |")


def rows_of(lines):
    """Rows of a table by their first two columns, which say of what they are."""
    return {tuple(part.strip() for part in line.split("|")[1:3]): line for line in lines if line.startswith("| `")}


def read_tables():
    """The rows of each device, by its name."""
    first, _, second = (TABLE.read_text() if TABLE.exists() else "").partition(HEADS["ice40"])
    return {"ecp5": rows_of(first.splitlines()), "ice40": rows_of(second.splitlines())}


def column(top, parameters):
    return f"`{top}`", " ".join(parameters) or "default"


def write_row(row, device):
    """It replaces an old one; all are in the order of tops.txt, and those of removed tops go."""
    tables = read_tables()
    tables[device.name] |= rows_of([table_row(row)])
    order = [column(top, parameters) for top, parameters, _ in lines_of_tops()]
    TABLE.write_text("".join(HEADS[name] + COLUMNS + "".join(lines[what] + "\n" for what in order if what in lines)
                             for name, lines in tables.items()))


def stale_rows(device):
    """Rows of the device's table that follow from something else than what is there now."""
    lines = read_tables()[device.name]
    for top, parameters, marks in lines_of_tops():
        line = lines.get(column(top, parameters))
        key = key_of(top, parameters, commands_of(top, parameters, device)[1], device, placer_of(marks))
        if line and line.split("|")[-2].strip() != key[:SHOWN]:
            yield f"{device.name}: {top} {column(top, parameters)[1]}"


def main(device, about):
    """The command line of a device's `timing`, of which `about` says what is its own."""
    parser = argparse.ArgumentParser(description=f"{about}\n\n{__doc__}", formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("top", nargs="*", metavar="TOP", help="a top, or in quotes one of its rows; all that are not `slow`")
    parser.add_argument("--check", action="store_true", help="only that small tops reach their floors")
    parser.add_argument("--stale", action="store_true", help="name the rows that are not of the present sources")
    parser.add_argument("--seeds", type=int, choices=range(1, 6), default=5, metavar="N", help="how many (%(default)s)")
    parser.add_argument("--jobs", type=int, default=JOBS, metavar="N", help="rows at a time (%(default)s)")
    options = parser.parse_args()
    check = options.check
    if (check or options.stale) and options.top:
        parser.error("--check and --stale take no names")
    if options.stale:
        stale = list(stale_rows(device))
        print("\n".join([*stale, f"{len(stale)} rows are stale"]))
        return 1 if stale else 0
    if not shutil.which(device.nextpnr):
        sys.exit(f"{device.nextpnr.name} is not installed in .venv: run `make setup`")
    OUT.mkdir(exist_ok=True)
    lines = [line for line in lines_of_tops() if not device.mark or device.mark in line[2]]
    names = [{top, f"{top} {' '.join(parameters) or 'default'}"} for top, parameters, _ in lines]
    unknown = set(options.top) - set().union(*names)
    if unknown:
        sys.exit(f"not in constraints/tops.txt{' with ' + device.mark if device.mark else ''}: {', '.join(sorted(unknown))}")
    work = [line for line, its in zip(lines, names) if (("small" in line[2]) if check else
                                                        its & set(options.top) if options.top else "slow" not in line[2])]
    seeds = SEEDS[:1 if check else options.seeds]
    rows = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for number, row in enumerate(pool.map(lambda line: measure(*line, seeds, device), work), 1):
            rows.append(row)
            if not check and "mhz" in row:  # at once: a row of a large top takes half an hour
                write_row(row, device)
            result = f"FAILED: {row['problem']}" if row["problem"] else \
                row["why"] if row["mhz"] is None else \
                f"{row['mhz']:.1f} MHz ({row['least']:.1f} .. {row['most']:.1f})"
            print(f"[{number}/{len(work)}] {' '.join([row['top'], row['parameters']]).strip()}: {result} "
                  f"({row['seconds']:.0f} s)", flush=True)
    failed = sum(bool(row["problem"]) for row in rows)
    print(f"{len(rows) - failed} passed, {failed} failed")
    if check:
        print(f"{len(list(stale_rows(device)))} rows of {TABLE.relative_to(ROOT)} are stale (constraints/{device.name}/timing --stale)")
    return 1 if failed else 0
