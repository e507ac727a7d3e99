"""Minimises a failing case, such that it still fails in the same way."""

import copy

import case_run
import interpreter as ip


def smaller(case):
    """Cases that are a step smaller, the largest steps first."""
    def changed(**values):
        other = copy.deepcopy(case)
        for name, value in values.items():
            (other if name in other else other["program"])[name] = value
        return other

    names = list(case["settings"])
    size = len(names)
    while size >= 1:
        for start in range(0, len(names), size):
            other = copy.deepcopy(case)
            for name in names[start:start + size]:
                del other["settings"][name]
            yield other
        size //= 2
    if "workload" in case:
        for name, value in case["workload"]["sizes"].items():
            for less in sorted({value // 2, value - 1}):
                if 0 <= less < value:
                    other = copy.deepcopy(case)
                    other["workload"]["sizes"][name] = less
                    yield other
        return
    program = case["program"]
    for name in ("grid", "threads"):
        if case[name] > 1:
            yield changed(**{name: 1})
    for name, value in [("grid", case["grid"]), ("block", case["block"]), *((name, program[name]) for name in ("transactions", "operations", "words"))]:
        for less in sorted({1, value // 2, value - 1}):
            if 1 <= less < value:
                yield changed(**{name: less, **({"hot": 1, "stride": 1} if name == "words" else {})})
    for flag in (ip.UNIFORM, ip.UNEVEN, ip.SOMETIMES, ip.ABORTS, ip.PHASES, ip.ATOMICS, ip.EXCHANGES):
        if program["flags"] & flag:
            yield changed(flags=program["flags"] ^ flag)
    for kind in sorted(set(program["kinds"]) - {ip.COMPUTE}):
        yield changed(kinds=[ip.COMPUTE if k == kind else k for k in program["kinds"]])


def minimise(case, build, ended, limit, steps=200):
    """The smallest case that was found, and how it ended."""
    # Messages of wrong values differ from run to run.
    same = (lambda other: other.verdict == ended.verdict) if ended.verdict in ("wrong", "hang") else (lambda other: other.kind() == ended.kind())
    progress = True
    while progress and steps > 0:
        progress = False
        for candidate in smaller(case):
            steps -= 1
            found = case_run.run(candidate, build, limit)
            if same(found):
                case, ended, progress = candidate, found, True
                break
            if steps <= 0:
                break
    return case, ended
