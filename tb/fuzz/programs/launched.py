"""Runs a driver of random programs: run_kernels, run_programs or mutated_elfs."""

import os
import subprocess

SECONDS = 1200


def run(command, place, wanted, without=None, seed=None):
    """(launches, errors) of the requested launches. A driver prints each launch before it makes it, so the last line is that of
    a crash or hang."""
    command = [str(word) for word in command]
    more = {"GPUTM_FUZZ_BREAK": "1"} if without == "host" else {}
    if seed is not None:
        more["GPUTM_SEED"] = str(seed)
    (place / "command.txt").write_text(" ".join([*(f"{name}={value}" for name, value in more.items()), *command]) + "\n")
    # Processor time, since machines are shared.
    ended = subprocess.run(["prlimit", f"--cpu={SECONDS}", *command], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                           errors="replace", env={**os.environ, **more}, check=False)
    output, code, messages = ended.stdout, ended.returncode, ended.stderr
    wrong = [line for line in output.splitlines() if line.startswith("FAILED")]
    launches = [line for line in output.splitlines() if not line.startswith("FAILED")]
    if code not in (0, 1):
        wrong.append(f"FAILED {launches[-1] if launches else 'start'}: exit code {code}: {messages.strip()[:300]}")
    elif len(launches) != wanted or (code == 1) != bool(wrong):
        wrong.append(f"FAILED: {len(launches)} launches, exit code {code}")
    return len(launches), wrong
