#!/usr/bin/env python3
"""Checks an exported history (docs/reference/history.md) without the simulator: replays its committed attempts by order.

Knows nothing of memory at launch: the first read of a word that nothing has written tells its value.
"""
import json
import sys


def check(lines):
    """Returns None, or the error in the history."""
    commits, final = [], None
    for number, line in enumerate(lines, 1):
        if final is not None:
            return f"line {number}: something follows the final memory"
        entry = json.loads(line)
        if "final" in entry:
            final = entry["final"]
        elif entry["outcome"] == "commit":
            commits.append(entry)
        elif entry["outcome"] != "abort" or entry["order"] is not None:
            return f"line {number}: neither a commit nor an abort"
    if final is None:
        return "no final memory"

    # A silent or local attempt is placed just before the order that it names, and uses up none; local ones keep the order of
    # their lines.
    commits.sort(key=lambda c: (c["order"], not (c.get("silent") or c.get("local"))))
    memory = {}
    previous = None
    for c in commits:
        who = f"thread {c['thread']} attempt {c['attempt']} (order {c['order']})"
        if c.get("silent"):
            if c["writes"]:
                return f"{who}: a silent attempt has written"
        elif c.get("local"):
            pass
        elif c["order"] == previous:
            return f"{who}: this order appears twice"
        else:
            previous = c["order"]
        for address, value in c["reads"]:
            if memory.setdefault(address, value) != value:
                return f"{who}: read {value:#x} at {address:#x}, expected {memory[address]:#x}"
        memory.update(map(tuple, c["writes"]))
    found = dict(map(tuple, final))
    for address, value in sorted(memory.items()):
        if found.get(address) != value:
            return f"final memory: {address:#x} holds {found.get(address)}, expected {value}"
    return None


def main():
    with open(sys.argv[1], encoding="ascii") as file:
        problem = check(file)
    print(problem or "pass")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
