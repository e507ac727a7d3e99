#!/usr/bin/env python3
"""Tests rtl_rows.py with the columns of ecp5/synth and asic/map: what is worse than a row fails, what is equal or better does not, and all
that differs is named."""
import runpy
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from rtl_rows import compare

AREA = "| `top` | Width=8 | {luts} | {ffs} | {rams} | {lut_rams} | {bits} | 32 |"
CELLS = "| `top` | Width=8 | {cells} | 0.069 | {rams} | {bits} | 0.000 | {mhz} | 98 | 0 | 0.003 | 5.5 | `a` to `b` |"
AREA_ROW = {"luts": 1000, "ffs": 200, "rams": 40, "lut_rams": 100, "bits": 1000}
CELLS_ROW = {"cells": 1000, "rams": 40, "bits": 1000, "mhz": 400}
# Script, line, its values, and for each value that is changed whether the check fails.
CASES = [
    ("ecp5/synth", AREA, AREA_ROW, [({"luts": 1030}, False), ({"luts": 1031}, True), ({"luts": 500}, False), ({"ffs": 206}, False),
                                    ({"ffs": 207}, True), ({"rams": 41}, True), ({"rams": 39}, False), ({"lut_rams": 104}, True),
                                    ({"bits": 1001}, True), ({"luts": 900, "rams": 41}, True)]),
    ("asic/map", CELLS, CELLS_ROW, [({"cells": 1030}, False), ({"cells": 1031}, True), ({"rams": 41}, True), ({"bits": 1001}, True),
                                    ({"mhz": 388}, False), ({"mhz": 387}, True), ({"mhz": 800}, False)]),
]


def main():
    wrong = []
    for script, line, values, changes in CASES:
        columns = runpy.run_path(str(HERE / script))["COLUMNS"]
        rows = ["| top | parameters |", line.format(**values).replace("Width=8", "default"), line.format(**values)]
        same = compare(rows[-1], rows, columns)
        if (same.known, same.worse, same.text) != (True, False, ""):
            wrong.append(f"{script}: a row differs from itself: {same}")
        if compare(rows[-1].replace("Width=8", "Width=9"), rows, columns).known:
            wrong.append(f"{script}: other parameters have the row")
        for change, fails in changes:
            found = compare(line.format(**values | change), rows, columns)
            if found.worse != fails:
                wrong.append(f"{script}: {change} beside {values}: {'passes' if fails else 'fails'}")
            if found.text.count("row:") != len(change) or not all(f" {new} (row: {values[key]})" in found.text for key, new in change.items()):
                wrong.append(f"{script}: {change} is told as '{found.text}'")
    print("\n".join(wrong) or "passed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
