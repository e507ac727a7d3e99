#!/usr/bin/env python3
"""The RTL tops and the source files of each, in dependency order (packages and submodules before their users).

A module's file is named after it, so that the files follow from the names used. `rtl_sources.py TOP` prints a top's."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = {path.stem: path for folder in ("rtl/*", "rtl/*/studies", "docs/integration") for path in sorted(ROOT.glob(f"{folder}/*.sv"))}
# What sources include is in one directory. Each macro with its text, which may have an instance in it.
INCLUDE_DIR = "rtl/common"
HEADERS = [f"{INCLUDE_DIR}/{path.name}" for path in sorted((ROOT / INCLUDE_DIR).glob("*.svh"))]
MACROS = [macro for header in HEADERS for macro in re.findall(r"^`define (\w+)\b((?:.*\\\n)*.*)", (ROOT / header).read_text(), re.M)]


def tell_help(text):
    """Ends a script that was asked for --help with its docstring."""
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(text)
        sys.exit(0)


def files_with(studies):
    """The files, with those of studies (rtl/<design>/studies/<study>) in the place of the modules of their names."""
    return FILES | {path.stem: path for study in studies for path in sorted(ROOT.glob(f"rtl/*/studies/{study}/*.sv"))}


def parted(parameters):
    """(NAME=VALUE ..., studies) of parameters with study=NAME among them."""
    studies = [word.removeprefix("study=") for word in parameters if word.startswith("study=")]
    return [word for word in parameters if not word.startswith("study=")], studies


def sources_of(top, files=FILES):
    """Paths relative to the project, dependencies first; `files` may have others in the place of some modules."""
    if top not in files:
        raise SystemExit(f"no file {top}.sv in rtl/*/, rtl/*/studies/ or docs/integration/")
    order = []

    def visit(name):
        if files[name] in order:
            return
        text = re.sub(r"//.*|/\*.*?\*/", "", files[name].read_text())
        text += "".join(expansion for macro, expansion in MACROS if f"`{macro}(" in text)
        for word in dict.fromkeys(re.findall(r"\b[a-z]\w*\b", text)):
            # A name is used as an instance's module, or as a package.
            if word != name and word in files and re.search(rf"\b{word}\s*(#\s*\(|::|u_|i_)", text):
                visit(word)
        order.append(files[name])

    visit(top)
    return [str(path.relative_to(ROOT)) for path in order]


def lines_of_tops():
    """(top, [NAME=VALUE ... study=NAME], marks) of each line of tops.txt; marks are `slow`, `small`, `ice40`,
    `static` and the number of `floor=`."""
    for line in (ROOT / "constraints/tops.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            top, *words = line.split()
            marks = {word.partition("=")[0]: word.partition("=")[2] for word in words
                     if word in ("slow", "small", "ice40", "static") or word.startswith("floor=")}
            yield top, [word for word in words if word.partition("=")[0] not in marks], marks


def tops(slow=True):
    """(top, [NAME=VALUE ...]) of each line of tops.txt; without `slow`, of those not marked so."""
    return [(top, parameters) for top, parameters, marks in lines_of_tops() if slow or "slow" not in marks]


if __name__ == "__main__":
    print("\n".join(sources_of(sys.argv[1])))
