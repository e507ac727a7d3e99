"""Runs a case in a process of its own and returns its result (`pass`, `refused`, `wrong`, `hang` or `crash`), and the reason in a line."""

import json
import pathlib
import re
import shlex
import shutil
import struct
import subprocess
import tempfile

import interpreter as ip

# Loops between transactions whose outcomes others do not see under snapshot isolation without detection.
NOT_SERIALIZABLE = {"snapshot_plain"}
MOST_CYCLES = 1_000_000_000


class Ended:
    def __init__(self, verdict, why, timed_out=False):
        self.verdict = verdict
        self.why = why
        self.timed_out = timed_out
        self.command = ""

    def kind(self):
        """The reason without its numbers: equal for equal failures."""
        return self.verdict + ": " + re.sub(r"0x[0-9a-f]+|\d+", "N", self.why)


def words_of(path):
    data = path.read_bytes()
    return struct.unpack(f"<{len(data) // 4}I", data)


def command_of(case, build, place):
    """The command that runs the case on the files in `place`, which are written first."""
    if "workload" in case:
        command = [build / "gputm", "run", case["workload"]["name"], "--seed", case["workload"]["seed"]]
        for setting in case["workload"]["sizes"].items():
            command += ["--set", "workload.{}={}".format(*setting)]
    else:
        command = launch_command(case, build, place)
    command += ["--tm", case["system"], "--threads", case["threads"], "--json", place / "result.json"]
    for setting in case["settings"].items():
        command += ["--set", "{}={}".format(*setting)]
    command += ["--set", f"run.max_stuck_cycles={stuck_cycles(case)}", "--set", f"run.max_cycles={MOST_CYCLES}"]
    return [str(word) for word in command]


def stuck_cycles(case):
    """More than the longest latency of the machine."""
    clocks = [value for name, value in case["settings"].items() if name.endswith("_mhz")]
    return 1_000_000 * (1 + case["settings"].get("clock.core_mhz", 1300) // min(clocks, default=1300))


def launch_command(case, build, place):
    program = ip.Program(**case["program"])
    place.joinpath("program.bin").write_bytes(program.bytes())
    contents = ip.initial(program)
    place.joinpath("global.bin").write_bytes(struct.pack(f"<{len(contents)}I", *contents))
    values = case["grid"] * case["block"] * program.transactions
    shared = case["grid"] * 4 * program.words * (program.has(ip.SHARED_FIRST) + program.has(ip.SHARED_SECOND))
    command = [build / "gputm", "launch", build / "tb" / "fuzz" / "machines" / f"interpreter_{case['elf']}.elf", "interpret", "--grid", case["grid"],
               "--block", case["block"], "--shared", program.shared_bytes(case["block"])]
    for name, form in {"program": "", "global": ":rw", "atomics": f":w:{4 * ip.ATOMIC_WORDS}", "out": f":w:{4 * (2 + values)}",
                       "tickets": f":w:{4 * values}", "finals": f":w:{max(shared, 4)}"}.items():
        command += ["--buffer", f"{name}:{place / name}.bin{form}"]
    if program.has(ip.TRANSACTIONS):
        command += ["--history", place / "history.jsonl"]
    return command


def check(case, place):
    program = ip.Program(**case["program"])
    history = []
    if program.has(ip.TRANSACTIONS):
        history = [json.loads(line) for line in place.joinpath("history.jsonl").read_text().splitlines()]
    buffers = {name: words_of(place / f"{name}.bin") for name in ("global", "atomics", "out", "tickets", "finals")}
    run = ip.Run(program, case["grid"], case["block"], history, buffers, case["system"] not in NOT_SERIALIZABLE)
    run.check()


def judge(case, place, code, messages):
    """The result of an ended process."""
    # A unit that is not there yet is built, which is said, and which a compiler may not manage in the time.
    lines = [line for line in messages.strip().splitlines() if "building the Verilated unit" not in line]
    first = lines[0][:500] if lines else "no message"
    if code == 2 and "cannot build" in first:
        return Ended("crash", first, timed_out=True)
    if code == 2:
        return Ended("refused" if len(lines) == 1 else "crash", first)
    if code < 0 or code > 3:
        return Ended("crash", f"exit code {code}: {first}")
    if code == 3:
        stuck = "stuck" in first or "run.max" in first or "given up" in first
        return Ended("hang" if stuck else "wrong", first)
    if code == 1 and case["system"] not in NOT_SERIALIZABLE:
        return Ended("wrong", first if lines else json.dumps(json.loads((place / "result.json").read_text())["check"]))
    try:
        if "program" in case:
            check(case, place)
    except ip.Wrong as wrong:
        return Ended("wrong", str(wrong))
    return Ended("pass", "")


def run(case, build, limit, keep=None):
    """Runs it; its files go to the folder `keep`, if that is given."""
    place = keep or pathlib.Path(tempfile.mkdtemp(prefix="gputm-case-"))
    place.mkdir(parents=True, exist_ok=True)
    try:
        command = command_of(case, build, place)
        # Processor time, since machines are shared. The process ends with this program.
        limited = ["setpriv", "--pdeathsig", "KILL", "prlimit", f"--cpu={limit}", "--core=0", *command]
        try:
            ended = subprocess.run(limited, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=20 * limit, check=False)
            if ended.returncode in (-9, -24):
                result = Ended("hang", f"no end after {limit} s of processor time", timed_out=True)
            else:
                result = judge(case, place, ended.returncode, ended.stderr)
        except subprocess.TimeoutExpired:
            result = Ended("hang", f"no end after {20 * limit} s", timed_out=True)
        result.command = shlex.join(command)
        return result
    finally:
        if keep is None:
            shutil.rmtree(place)
